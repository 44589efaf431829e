import { useTranslation } from 'react-i18next'
import { type Use, UseName } from '../UseName'

/** The files that show a media file, each with the way to it. */
export function UseList({ uses }: { uses: readonly Use[] }) {
  const { t } = useTranslation()
  return (
    <ul className="me-uses" aria-label={t('media.part.uses')}>
      {uses.map((use) => (
        <li key={use.path}>
          <UseName {...use} />
        </li>
      ))}
    </ul>
  )
}
