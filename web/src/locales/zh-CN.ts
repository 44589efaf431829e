import { byNamespace } from './byNamespace'

export const texts = byNamespace(import.meta.glob('./zh-CN/*.json', { eager: true, import: 'default' }))
