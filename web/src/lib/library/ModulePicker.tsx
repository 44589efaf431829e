import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { modulesQuery } from '@/api/library'
import type { File } from '@/api/types'
import { QueryFrame } from '@/lib/QueryFrame'
import { usePaused } from '@/lib/usePaused'
import { Code } from '@/ui/Code'
import { SearchField } from '@/ui/SearchField'
import { Skeleton } from '@/ui/Skeleton'
import './modulePicker.css'

interface ModulePickerProps {
  /** The query of a page of modules. */
  find: typeof modulesQuery
  manualPath: string
  label: string
  /** The path of the chosen module. */
  value: string | undefined
  onChange: (file: File) => void
  /** Not offered: the module itself, say. */
  without?: readonly string[]
}

const shown = 12
const pauseMs = 250

/** Finds a module of a manual by its code or title. */
export function ModulePicker({ find, manualPath, label, value, onChange, without = [] }: ModulePickerProps) {
  const { t } = useTranslation()
  const name = useId()
  const [text, setText] = useState('')
  const keywordFilter = usePaused(text.trim(), pauseMs)
  const found = useQuery(find({ manualPath, pageNumber: 1, pageSize: shown + without.length, keywordFilter }))
  const offered = (files: readonly File[]) =>
    files.filter(({ path }) => !without.includes(path)).slice(0, shown)
  return (
    <fieldset className="af-field mp-picker">
      <legend className="af-legend">{label}</legend>
      <SearchField
        label={t('modules.picker.search')}
        placeholder={t('modules.picker.search')}
        value={text}
        onChange={setText}
      />
      <QueryFrame query={found} failedTitle={t('library.modulesFailed')} loading={<Skeleton lines={4} />}>
        {({ items }) => <Choices name={name} files={offered(items)} value={value} onChange={onChange} />}
      </QueryFrame>
    </fieldset>
  )
}

interface ChoicesProps extends Pick<ModulePickerProps, 'value' | 'onChange'> {
  /** Of the radio buttons. */
  name: string
  files: readonly File[]
}

function Choices({ name, files, value, onChange }: ChoicesProps) {
  const { t } = useTranslation()
  if (files.length === 0) return <p className="af-hint">{t('modules.picker.none')}</p>
  return (
    <div className="mp-list">
      {files.map((file) => (
        <label key={file.path} className="mp-choice">
          <input
            type="radio"
            className="form-check-input"
            name={name}
            checked={file.path === value}
            onChange={() => onChange(file)}
          />
          <span>
            {file.title || file.code} <Code>{file.code}</Code> <small>{file.language}</small>
          </span>
        </label>
      ))}
    </div>
  )
}
