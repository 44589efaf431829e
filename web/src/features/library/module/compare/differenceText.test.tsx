import i18next from 'i18next'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ListedDifference } from '@/api/types'
import { startI18n } from '@/lib/i18n'
import { differenceText } from './differenceText'

beforeAll(startI18n)

const blank: ListedDifference = { kind: 'words', place: '', subject: '', certain: true }

const said = (difference: Partial<ListedDifference>) =>
  differenceText({ ...blank, ...difference }, (key, values) => String(i18next.t(key, values)))

describe('a difference in words', () => {
  it.each<[Partial<ListedDifference>, string]>([
    [{ place: 'Step 3', old: '12 Nm', new: '14 Nm' }, 'Step 3: “12 Nm” became “14 Nm”'],
    [{ place: 'Step 3', new: 'slowly' }, 'Step 3: added “slowly”'],
    [{ place: 'Step 3', old: 'slowly' }, 'Step 3: deleted “slowly”'],
    [
      { kind: 'moved', place: 'Step 5', movedFrom: 'Step 2', new: 'Open it.' },
      'Step 5: moved from Step 2: “Open it.”',
    ],
    [{ kind: 'inserted', place: 'Step 2', subject: 'Figure' }, 'Step 2: added “Figure”'],
    [
      { kind: 'value', subject: 'Skill level', old: 'Basic', new: 'Advanced' },
      'Skill level: “Basic” became “Advanced”',
    ],
    [{ kind: 'pictureContent', place: '2', new: 'ICN-1' }, 'Figure 2: new content of image ICN-1'],
    [{ kind: 'split', place: 'Step 3', new: 'Open it.' }, 'Step 3: split off “Open it.”'],
    [
      { kind: 'split', place: 'Step 3', old: 'and open it', new: 'Open it.' },
      'Step 3: split off “Open it.”, before: “and open it”',
    ],
    [
      { kind: 'joined', place: 'Step 2', movedFrom: 'Step 3', old: 'Open it.' },
      'Step 2: joined with Step 3: “Open it.”',
    ],
    [
      { kind: 'columnInserted', place: 'Table 1', new: 'Torque 12 14' },
      'Table 1: column added: “Torque 12 14”',
    ],
    [{ kind: 'format', place: 'Para 1', new: 'hot' }, 'Para 1: format of “hot” changed'],
  ])('%j', (difference, text) => {
    expect(said(difference)).toBe(text)
  })
})
