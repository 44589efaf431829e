import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { modulesQuery } from '@/api/library'
import type { File } from '@/api/types'
import { usePaused } from '@/lib/usePaused'
import { Code } from '@/ui/Code'
import { SearchField } from '@/ui/SearchField'
import { Skeleton } from '@/ui/Skeleton'
import './modulePicker.css'

interface ModulePickerProps {
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
export function ModulePicker({ manualPath, label, value, onChange, without = [] }: ModulePickerProps) {
  const { t } = useTranslation()
  const name = useId()
  const [text, setText] = useState('')
  const keywordFilter = usePaused(text.trim(), pauseMs)
  const found = useQuery(
    modulesQuery({ manualPath, pageNumber: 1, pageSize: shown + without.length, keywordFilter }),
  )
  const files = found.data?.items.filter(({ path }) => !without.includes(path)).slice(0, shown)
  return (
    <fieldset className="af-field mp-picker">
      <legend className="form-label">{label}</legend>
      <SearchField
        label={t('modules.picker.search')}
        placeholder={t('modules.picker.search')}
        value={text}
        onChange={setText}
      />
      {files === undefined ? (
        <Skeleton lines={4} />
      ) : files.length === 0 ? (
        <p className="af-hint">{t('modules.picker.none')}</p>
      ) : (
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
      )}
    </fieldset>
  )
}
