import { useTranslation } from 'react-i18next'
import { type Language, languages } from '@/lib/i18n'
import { DropdownMenu } from '@/ui/DropdownMenu'
import { Icon } from '@/ui/Icon'

/** Each language by its own name, for users who cannot read the current one. */
const names: Record<Language, string> = { 'en-US': 'English', 'zh-CN': '中文' }

export function LanguageSwitch({ onChoose }: { onChoose: (language: Language) => Promise<void> }) {
  const { t, i18n } = useTranslation()
  const current = languages.find((language) => language === i18n.language)
  const name = current && names[current]
  return (
    <DropdownMenu
      // Speech control finds the button by its visible text.
      label={`${t('session.language')}: ${name}`}
      trigger={
        <>
          <Icon name="language" />
          <span className="af-header-wide">{name}</span>
        </>
      }
      items={languages.map((language) => ({
        kind: 'action',
        label: names[language],
        checked: language === current,
        onSelect: () => void onChoose(language),
      }))}
    />
  )
}
