import { Check, CircleX, Eye, EyeOff, Languages, type LucideIcon } from 'lucide-react'
import type { appIcons } from './appIcons'

/** The icons of the sign-in page; those of the application load with it. */
const startIcons = {
  check: Check,
  danger: CircleX,
  hide: EyeOff,
  language: Languages,
  show: Eye,
}

export type IconName = keyof typeof startIcons | keyof typeof appIcons

const known: Partial<Record<IconName, LucideIcon>> = { ...startIcons }

export function addIcons(icons: Partial<Record<IconName, LucideIcon>>): void {
  Object.assign(known, icons)
}

export const iconOf = (name: IconName): LucideIcon | undefined => known[name]
