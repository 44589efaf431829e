import { useTranslation } from 'react-i18next'
import type { Applicants } from '@/api/types'
import { listComma } from '@/lib/format'

/** The aircraft that a statement applies to. */
export function AppliesTo({ applicants }: { applicants: Applicants }) {
  const { t } = useTranslation()
  const { areProducts, total, applies, names, unknown, unknownNames } = applicants
  if (total === 0) return <p className="af-hint">{t('forms.applic.noFleet')}</p>
  const listed = (all: readonly string[], count: number) =>
    all.length < count
      ? t('forms.applic.andMore', { names: all.join(listComma()), count: count - all.length })
      : all.join(listComma())
  const values = { applies, total }
  return (
    <div className="ef-applies">
      <strong>
        {t(areProducts ? 'forms.applic.appliesProducts' : 'forms.applic.appliesAircraft', values)}
      </strong>
      {applies > 0 && <span>{listed(names, applies)}</span>}
      {unknown > 0 && (
        <span className="af-hint">
          {t('forms.applic.unknown', { unknown, names: listed(unknownNames, unknown) })}
        </span>
      )}
    </div>
  )
}
