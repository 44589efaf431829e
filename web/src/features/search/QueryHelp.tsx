import { useTranslation } from 'react-i18next'
import { currentLanguage } from '@/lib/i18n'
import { manualChapter } from '@/lib/paths'
import { IconButton } from '@/ui/IconButton'
import { Popover } from '@/ui/Popover'

/** The query language with an example each; its keywords are the same in all languages. */
const examples = [
  ['words', 'hydraulic pump'],
  ['phrase', '"hydraulic pump"'],
  ['not', 'pump -filter'],
  ['or', 'pump OR valve'],
  ['wild', 'hydr*'],
  ['code', '29-10-00'],
  ['inTitle', 'title:pump'],
  ['where', 'in:warning pressure'],
  ['field', 'chapter:29 lang:zh'],
] as const

export function QueryHelp() {
  const { t } = useTranslation()
  return (
    <Popover
      label={t('search.help.title')}
      placement="bottom-end"
      content={
        <div className="se-help">
          <h2>{t('search.help.title')}</h2>
          <dl>
            {examples.map(([name, example]) => (
              <div key={name}>
                <dt>
                  <code>{example}</code>
                </dt>
                <dd>{t(`search.help.${name}`)}</dd>
              </div>
            ))}
          </dl>
          <p>{t('search.help.forgiven')}</p>
          <a href={manualChapter('searching', currentLanguage())} target="_blank" rel="noreferrer">
            {t('search.help.manual')}
          </a>
        </div>
      }
    >
      <IconButton icon="help" label={t('search.help.title')} />
    </Popover>
  )
}
