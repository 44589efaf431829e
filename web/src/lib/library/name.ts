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

/** Where the creation dialogs show what the server says about a name, by the problem's code and by the field it names. */
export const nameTaken = { 'csdb.name_taken': 'folderName', 'manual.name_taken': 'folderName' } as const
export const fieldOfServer = { csdbName: 'folderName', manualName: 'folderName' } as const
