import type { RegisterOptions } from 'react-hook-form'

/** Why a text cannot be the name of a database or manual; the server refuses reserved and taken names besides. */
export type NameFault = 'empty' | 'space' | 'character'

export const longestName = 64

export function nameFault(text: string): NameFault | undefined {
  if (text === '') return 'empty'
  if (/\s/.test(text)) return 'space'
  return /^[A-Za-z0-9_+-]*$/.test(text) ? undefined : 'character'
}

/** The rule of a name field. An empty name needs no words: the button stays closed. */
export function nameRule(t: (key: string) => string): Pick<RegisterOptions, 'validate'> {
  return {
    validate: (text: string) => {
      const fault = nameFault(text)
      return fault === undefined || t(`library.name.${fault}`)
    },
  }
}

/** The fields of the creation dialogs by the names the server knows them by. */
export const fieldOfServer = { csdbName: 'folderName', manualName: 'folderName' } as const
