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

/** The form field for the server's errors about a name, by problem code and by server field. */
export const nameTaken = { 'csdb.name_taken': 'folderName', 'manual.name_taken': 'folderName' } as const
export const fieldOfServer = { csdbName: 'folderName', manualName: 'folderName' } as const
