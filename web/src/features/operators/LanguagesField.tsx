import { useTranslation } from 'react-i18next'
import { useFocusWithin } from '@/lib/applicability/useFocusWithin'
import { currentLanguage } from '@/lib/i18n'
import { languageName, languageOptions } from '@/lib/regions'
import { Code } from '@/ui/Code'
import { IconButton } from '@/ui/IconButton'
import { Select } from '@/ui/Select'

interface LanguagesFieldProps {
  /** Tags such as `en-US`, in the order of importance. */
  value: readonly string[]
  onChange: (value: string[]) => void
  error?: string
}

export function LanguagesField({ value, onChange, error }: LanguagesFieldProps) {
  const { t } = useTranslation()
  const { holder, changeAndFocus } = useFocusWithin<HTMLDivElement>()
  const locale = currentLanguage()
  const open = languageOptions(locale).filter((option) => !value.includes(option.value))
  const labelled = open.map((option) => ({ ...option, label: `${option.label} · ${option.value}` }))
  return (
    <div ref={holder}>
      <Select
        label={t('operators.languages.label')}
        hint={t('operators.languages.hint')}
        error={error}
        options={[{ value: '', label: t('operators.languages.add') }, ...labelled]}
        value=""
        onChange={(event) => onChange([...value, event.target.value])}
      />
      {value.length > 0 && (
        <ul className="list-unstyled d-flex flex-wrap gap-2" aria-label={t('operators.languages.chosen')}>
          {value.map((tag) => (
            <li key={tag} className="op-tag">
              {languageName(tag, locale)} <Code>{tag}</Code>
              <IconButton
                size="sm"
                variant="ghost"
                icon="close"
                label={t('operators.languages.remove', { language: languageName(tag, locale) })}
                onClick={() => changeAndFocus(() => onChange(value.filter((each) => each !== tag)), 'select')}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
