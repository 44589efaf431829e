import type { ListedDifference } from '@/api/types'

type Translate = (key: string, values?: Record<string, string>) => string

/** A difference in words, as in “Step 3: 12 Nm became 14 Nm”. */
export function differenceText(difference: ListedDifference, t: Translate): string {
  const { place } = difference
  const what = whatText(difference, t)
  return place && difference.kind !== 'pictureContent' ? t('library.compare.said.at', { place, what }) : what
}

function whatText(difference: ListedDifference, t: Translate): string {
  const { kind, subject } = difference
  const say = (key: string, values: Record<string, string>) => t(`library.compare.said.${key}`, values)
  const [old, now] = [difference.old ?? '', difference.new ?? '']
  switch (kind) {
    case 'inserted':
      return say('inserted', { text: now || subject })
    case 'deleted':
      return say('deleted', { text: old || subject })
    case 'moved':
      return say('moved', { text: now || subject, from: difference.movedFrom || '…' })
    case 'format':
      return now ? say('format', { text: now }) : t('library.compare.said.formatChanged')
    case 'pictureContent':
      return say('pictureContent', { number: difference.place, icn: now })
    case 'picture':
      return say('picture', { old, now })
    case 'applicability':
      return say('applicability', { old, now })
    case 'reference':
      return say('reference', { old, now })
    case 'split':
      return say(old ? 'splitChanged' : 'split', { text: now, old })
    case 'joined':
      return say(now ? 'joinedChanged' : 'joined', {
        from: difference.movedFrom || '…',
        text: now || old,
        old,
      })
    case 'columnInserted':
      return say('columnInserted', { text: now })
    case 'columnDeleted':
      return say('columnDeleted', { text: old })
    case 'value':
      return valueText(difference, say)
    default:
      return became(old, now, say)
  }
}

type Say = (key: string, values: Record<string, string>) => string

function valueText({ subject, old, new: now }: ListedDifference, say: Say): string {
  const text = became(old ?? '', now ?? '', say)
  return subject ? say('of', { subject, text }) : text
}

function became(old: string, now: string, say: Say): string {
  if (!old) return say('inserted', { text: now })
  return now ? say('became', { old, now }) : say('deleted', { text: old })
}
