import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { requestEffectQuery } from '@/api/changeRequests'
import type { OpenChangeRequest, RequestEffect } from '@/api/types'
import { TouchedRequirements } from '@/lib/compliance/TouchedRequirements'
import { formatNumber, listComma } from '@/lib/format'
import { currentLanguage } from '@/lib/i18n'
import { keyOf, objectHref } from '@/lib/library/objects'
import { QueryFrame } from '@/lib/QueryFrame'
import { languageName } from '@/lib/regions'
import { Card } from '@/ui/Card'

/** The effect of the modules of a change request: aircraft, translations, contents. */
export function EffectTab({ open: { request } }: { open: OpenChangeRequest }) {
  const { t } = useTranslation()
  const query = useQuery(requestEffectQuery(request.id, request.version))
  return (
    <QueryFrame query={query} failedTitle={t('changeRequests.effect.failed')}>
      {(effect) => (
        <div className="crq-stack">
          <Aircraft effect={effect} />
          <Card title={t('changeRequests.effect.translations')}>
            <Modules
              rows={effect.translations.map(({ path, title, language }) => ({
                path,
                title,
                hint: languageName(language, currentLanguage()),
              }))}
            />
          </Card>
          <Card title={t('changeRequests.effect.contents')}>
            <Modules
              rows={effect.places.map(({ path, title, section }) => ({ path, title, hint: section }))}
            />
          </Card>
          <Card title={t('changeRequests.effect.requirements')}>
            {effect.requirements.length === 0 ? (
              <p>{t('changeRequests.effect.none')}</p>
            ) : (
              <TouchedRequirements requirements={effect.requirements} />
            )}
          </Card>
        </div>
      )}
    </QueryFrame>
  )
}

function Aircraft({ effect }: { effect: RequestEffect }) {
  const { t } = useTranslation()
  const { aircraft, aircraftCount, aircraftTotal } = effect
  const more = aircraftCount - aircraft.length
  return (
    <Card title={t('changeRequests.effect.aircraft')}>
      {aircraftTotal === 0 ? (
        <p>{t('changeRequests.effect.noFleet')}</p>
      ) : (
        <>
          <p>
            {t('changeRequests.effect.count', {
              count: aircraftCount,
              figure: formatNumber(aircraftCount),
              total: formatNumber(aircraftTotal),
            })}
          </p>
          <p className="crq-text">
            {aircraft.join(listComma())}
            {more > 0 && ` … (+${formatNumber(more)})`}
          </p>
        </>
      )}
    </Card>
  )
}

interface ModuleRow {
  path: string
  title: string
  hint: string
}

function Modules({ rows }: { rows: readonly ModuleRow[] }) {
  const { t } = useTranslation()
  if (rows.length === 0) return <p>{t('changeRequests.effect.none')}</p>
  return (
    <ul>
      {rows.map(({ path, title, hint }) => (
        <li key={`${path} ${hint}`}>
          <a className="crq-link" href={objectHref(path)}>
            {title || keyOf(path)}
          </a>
          {hint && <span className="d-block af-hint mt-0">{hint}</span>}
        </li>
      ))}
    </ul>
  )
}
