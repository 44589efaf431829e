import { useTranslation } from 'react-i18next'
import { keyOf } from '@/lib/library/objects'
import { href, paths } from '@/lib/paths'
import { Chip } from '@/ui/Chip'
import { ModuleName } from './ModuleName'

export interface Use {
  path: string
  code: string
  title: string
  /** Only OEM revisions that wait for a decision hold it so. */
  waits: boolean
  /** The one of them to open. */
  revision?: string
}

/** A user of an object with a link: into the delivered text, where only that uses it. */
export function UseName({ path, code, title, waits, revision }: Use) {
  const { t } = useTranslation()
  const [, csdb = '', manual = ''] = path.split('/')
  const place = { dm: keyOf(path), revision }
  return (
    <>
      <ModuleName title={title} code={code} href={href(paths.manual(csdb, manual, place))} />
      {waits && (
        <Chip tone="warning" icon="clock">
          {t('library.reference.waits')}
        </Chip>
      )}
    </>
  )
}
