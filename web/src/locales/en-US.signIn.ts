export const files = import.meta.glob(['./en-US/session.json', './en-US/password.json', './en-US/ui.json'], {
  eager: true,
  import: 'default',
})
