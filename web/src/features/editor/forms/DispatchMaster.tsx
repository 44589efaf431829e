import { useTranslation } from 'react-i18next'
import type { DispatchWarning, EditedDispatch } from '@/api/types'
import { listComma } from '@/lib/format'
import { Notice } from '@/ui/Notice'
import { type LineValues, provisoLabel } from './dispatchForm'

interface ItemWarningsProps {
  warnings: readonly DispatchWarning[]
  lines: readonly LineValues[]
}

/** Where the item allows more than the MMEL, and what is inconsistent in it. */
export function ItemWarnings({ warnings, lines }: ItemWarningsProps) {
  const { t } = useTranslation()
  const groups = [
    { tone: 'danger', title: t('forms.item.lessRestrictive'), isLess: true },
    { tone: 'warning', title: t('forms.item.check'), isLess: false },
  ] as const
  return (
    <div role="status">
      {groups.map(({ tone, title, isLess }) => {
        const own = warnings.filter(({ lessRestrictive }) => lessRestrictive === isLess)
        return (
          own.length > 0 && (
            <Notice key={tone} tone={tone} title={title}>
              <ul className="ef-list">
                {own.map(({ line, code, value }) => (
                  <li key={`${line} ${code} ${value}`}>
                    {t(`forms.itemWarning.${code}`, { label: lines[line]?.label || line + 1, value })}
                  </li>
                ))}
              </ul>
            </Notice>
          )
        )
      })}
    </div>
  )
}

/** The item as the OEM delivered it. */
export function MasterPanel({ master, missing }: Pick<EditedDispatch, 'master' | 'missing'>) {
  const { t } = useTranslation()
  return (
    <section className="ef-master" aria-label={t('forms.item.master')}>
      <h3>{t('forms.item.master')}</h3>
      {!master && <Notice tone="warning" title={t('forms.item.noMaster')} />}
      {master && (
        <p>
          {master.item.number.text} {master.item.title.text}
        </p>
      )}
      {master?.hasSameLanguage === false && (
        <p className="af-hint">{t('forms.item.otherLanguage', { language: master.language })}</p>
      )}
      {master?.item.lines.map((line, index) => (
        <div key={line.position}>
          <h4>
            {line.label === '' ? t('forms.item.onlyLine') : t('forms.item.line', { label: line.label })}
          </h4>
          {missing.includes(index) && <p className="af-hint">{t('forms.item.notTaken')}</p>}
          <p>
            {t('forms.item.masterLine', {
              category: line.category || '-',
              installed: line.installed || '-',
              required: line.required || '-',
            })}
          </p>
          <p>{line.remarks.text}</p>
          {line.provisos.length > 1 && <p className="af-hint">{t(`forms.provisoLogic.${line.logic}`)}</p>}
          {line.provisos.length > 0 && (
            <ol className="ef-list">
              {line.provisos.map(({ text }, index) => (
                <li key={`${provisoLabel(index)} ${text}`}>{text}</li>
              ))}
            </ol>
          )}
          {line.placard.text !== '' && (
            <p>
              {t('forms.item.placard')}: {line.placard.text}
            </p>
          )}
          {line.operational.length > 0 && (
            <p>
              {t('forms.item.operational')}:{' '}
              {line.operational.map(({ code, title }) => title || code).join(listComma())}
            </p>
          )}
          {line.maintenance.length > 0 && (
            <p>
              {t('forms.item.maintenance')}:{' '}
              {line.maintenance.map(({ code, title }) => title || code).join(listComma())}
            </p>
          )}
        </div>
      ))}
    </section>
  )
}
