export const files = import.meta.glob('./en-US/*.json', { eager: true, import: 'default' })
