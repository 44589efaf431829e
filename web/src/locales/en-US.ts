import { byNamespace } from './byNamespace'

export const texts = byNamespace(import.meta.glob('./en-US/*.json', { eager: true, import: 'default' }))
