import type { components } from '@/api/schema'

type Schemas = components['schemas']

export type Problem = Schemas['Problem']
export type FieldError = Schemas['FieldError']
export type Role = Schemas['Role']
export type UserStatus = Schemas['UserStatus']
export type Permission = Schemas['Permission']
export type Me = Schemas['Me']
export type User = Schemas['User']
export type Preferences = Schemas['Preferences']
export type Operator = Schemas['Operator']
export type Aircraft = Schemas['Aircraft']
export type FleetAircraft = Schemas['FleetAircraft']
export type Notification = Schemas['Notification']
export type Counts = Schemas['Counts']
export type AuditEntry = Schemas['AuditEntry']
export type System = Schemas['System']
export type Csdb = Schemas['Csdb']
export type Manual = Schemas['Manual']
export type Profile = Schemas['Profile']
export type TocNode = Schemas['TocNode']
export type Revision = Schemas['Revision']
export type OemRevision = Schemas['OemRevision']
export type Lane = Schemas['Lane']
export type File = Schemas['File']
export type FileVersion = Schemas['FileVersion']
export type References = Schemas['References']
export type ReferenceKind = Schemas['ReferenceKind']
export type ModuleSort = Schemas['ModuleSort']
export type NewCsdb = Schemas['CreateCsdbRequest']
export type NewManual = Schemas['CreateManualRequest']

export interface Page<Item> {
  items: Item[]
  total: number
  pageNumber: number
  pageSize: number
}
