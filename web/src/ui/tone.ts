import type { IconName } from './icons'

export type Tone = 'success' | 'danger' | 'warning' | 'info'

/** Every tone has a shape too: colour alone says nothing to many people. */
export const toneIcons: Record<Tone, IconName> = {
  success: 'success',
  danger: 'danger',
  warning: 'warning',
  info: 'info',
}
