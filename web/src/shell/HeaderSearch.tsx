import { type Ref, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { paths } from '@/lib/paths'
import { SearchField } from '@/ui/SearchField'

/** Enter or the icon goes to the search page, with an empty text too; then the box is empty again. */
export function HeaderSearch({ inputRef }: { inputRef?: Ref<HTMLInputElement> }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  return (
    <search className="af-header-search">
      <SearchField
        size="sm"
        label={t('shell.header.search')}
        placeholder={t('shell.header.search')}
        value={text}
        inputRef={inputRef}
        onChange={setText}
        onSearch={(wanted) => {
          void navigate(paths.search(wanted))
          setText('')
        }}
      />
    </search>
  )
}
