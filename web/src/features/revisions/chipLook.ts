import type { ComponentProps } from 'react'
import type { Chip } from '@/ui/Chip'

export type ChipLook = Pick<ComponentProps<typeof Chip>, 'tone' | 'icon'>

/** The look of a word that has none of its own. */
export const plainLook: ChipLook = { tone: 'neutral', icon: 'info' }
