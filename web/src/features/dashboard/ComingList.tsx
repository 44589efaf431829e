import { useTranslation } from 'react-i18next'
import { href, paths } from '@/lib/paths'
import { Card } from '@/ui/Card'
import { EmptyState } from '@/ui/EmptyState'
import type { IconName } from '@/ui/icons'
import { LinkButton } from '@/ui/LinkButton'

interface ComingListProps {
  title: string
  /** Which step fills the list. */
  text: string
  icon: IconName
}

/** A list that a later step of the work fills: says which, and leads to what can be done today. */
export function ComingList({ title, text, icon }: ComingListProps) {
  const { t } = useTranslation()
  return (
    <Card>
      <EmptyState
        icon={icon}
        title={title}
        text={text}
        action={
          <div className="d-flex flex-wrap justify-content-center gap-2">
            <LinkButton icon="library" href={href(paths.library())}>
              {t('dashboard.toLibrary')}
            </LinkButton>
            <LinkButton icon="operator" href={href(paths.operators())}>
              {t('dashboard.toOperators')}
            </LinkButton>
          </div>
        }
      />
    </Card>
  )
}
