import { useTranslation } from 'react-i18next'
import type { OpenTodo } from '@/api/types'
import { ContentsChangeList } from '@/lib/library/ContentsChangeList'
import { Card } from '@/ui/Card'

/** The changes of both sides in the contents of a publication; nothing for other modules. */
export function SidesContents({ contents }: { contents: OpenTodo['contents'] }) {
  const { t } = useTranslation()
  if (!contents) return null
  const sides = [
    { name: 'oem', changes: contents.theirs },
    { name: 'ours', changes: contents.ours },
  ] as const
  return (
    <Card title={t('library.contentsChanges.title')}>
      {sides.map(({ name, changes }) => (
        <section key={name} aria-label={t(`revisions.views.${name}`)}>
          <h3 className="h6">{t(`revisions.views.${name}`)}</h3>
          {changes.count > 0 ? (
            <ContentsChangeList changes={changes} />
          ) : (
            <p className="af-hint">{t('library.contentsChanges.none')}</p>
          )}
        </section>
      ))}
    </Card>
  )
}
