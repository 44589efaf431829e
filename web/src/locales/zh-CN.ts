export const files = import.meta.glob('./zh-CN/*.json', { eager: true, import: 'default' })
