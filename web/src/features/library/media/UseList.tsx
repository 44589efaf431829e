import { useTranslation } from 'react-i18next'
import { keyOf } from '@/lib/library/objects'
import { href, paths } from '@/lib/paths'
import { ModuleName } from '../ModuleName'

interface Use {
  path: string
  code: string
  title: string
}

/** The files that show a media file, each with the way to it. */
export function UseList({ uses, csdb }: { uses: readonly Use[]; csdb: string }) {
  const { t } = useTranslation()
  return (
    <ul className="me-uses" aria-label={t('media.part.uses')}>
      {uses.map(({ path, code, title }) => (
        <li key={path}>
          <ModuleName
            title={title}
            code={code}
            href={href(paths.manual(csdb, path.split('/')[2] ?? '', { dm: keyOf(path) }))}
          />
        </li>
      ))}
    </ul>
  )
}
