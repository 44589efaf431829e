export const files = import.meta.glob(['./zh-CN/session.json', './zh-CN/password.json', './zh-CN/ui.json'], {
  eager: true,
  import: 'default',
})
