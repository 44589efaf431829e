import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { Compliance } from '@/api/types'
import { itemPage } from '@/lib/compliance/itemPage'
import { formatNumber } from '@/lib/format'
import { href, paths } from '@/lib/paths'
import { isPlainKey, singleKeysOn } from '@/lib/singleKeys'
import { Icon } from '@/ui/Icon'
import { hasUnsaved } from '@/ui/unsaved'
import { neighboursOf } from './lastList'

/** The way back to the list, and to the requirements before and after this one; J and K go there, too. */
export function ItemNavigation({ id, collection }: { id: string; collection: Compliance }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { page, previous, next, position = 0, total = 0 } = neighboursOf(id) ?? {}
  const [before, after] = [previous && itemPage(previous), next && itemPage(next)]
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // A comment that is not sent yet would be lost.
      if (!singleKeysOn() || !isPlainKey(event) || hasUnsaved()) return
      const to = { j: after, k: before }[event.key]
      if (to === undefined) return
      event.preventDefault()
      void navigate(to)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [before, after, navigate])
  return (
    <nav className="cpl-way" aria-label={t('compliance.way.label')}>
      <a href={href(page ?? paths.compliance(collection.id))}>
        <Icon name="back" size="sm" />{' '}
        {page === undefined ? collection.policyCollectionName : t('compliance.way.list')}
      </a>
      {page !== undefined && (
        <>
          {before && <a href={href(before)}>{t('compliance.way.previous')}</a>}
          {after && <a href={href(after)}>{t('compliance.way.next')}</a>}
          <span className="af-hint mt-0">
            {t('compliance.way.position', { position: formatNumber(position), total: formatNumber(total) })}
          </span>
        </>
      )}
    </nav>
  )
}
