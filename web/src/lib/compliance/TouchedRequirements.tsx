import { useTranslation } from 'react-i18next'
import type { TouchedRequirement } from '@/api/types'
import { itemPage } from '@/lib/compliance/itemPage'
import { keyOf, objectHref } from '@/lib/library/objects'
import { href } from '@/lib/paths'
import { Chip } from '@/ui/Chip'

/** The server lists no more than this. */
const mostListed = 500

/** The requirements that refer to modules which something touches, with the text that they refer to. */
export function TouchedRequirements({ requirements }: { requirements: readonly TouchedRequirement[] }) {
  const { t } = useTranslation()
  return (
    <>
      <ul>
        {requirements.map(
          ({ id, policyItemId, policyItemPath, policyItemCode, title, state, path, quote }) => (
            <li key={id}>
              <a
                className="d-inline-block py-1"
                href={href(itemPage({ id: policyItemId, path: policyItemPath }))}
              >
                {policyItemCode} {title}
              </a>{' '}
              {state === 'recheck' && (
                <Chip tone="warning" icon="warning">
                  {t('compliance.filter.recheck')}
                </Chip>
              )}
              <span className="d-block af-hint mt-0">
                <a href={objectHref(path)}>{keyOf(path)}</a> {quote}
              </span>
            </li>
          ),
        )}
      </ul>
      <p className="af-hint mb-0">
        {[
          requirements.length >= mostListed && t('compliance.touched.first', { count: mostListed }),
          t('compliance.touched.modulesOnly'),
        ]
          .filter(Boolean)
          .join(' ')}
      </p>
    </>
  )
}
