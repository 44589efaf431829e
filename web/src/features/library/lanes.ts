import type { Lane } from '@/api/types'

/** The lanes in the order content goes through them. */
export const lanes = ['oem', 'working', 'frozen', 'released'] as const satisfies readonly Lane[]

export const usualLane: Lane = 'working'
