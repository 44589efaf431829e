import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { manualsQuery, modulesQuery } from '@/api/library'
import type { ReferencePlace } from '@/api/types'
import { ModulePicker } from '@/lib/library/ModulePicker'
import { FormProblem } from '@/ui/FormProblem'
import { Select } from '@/ui/Select'
import { ParagraphPicker } from './ParagraphPicker'

interface PickedPlaceProps {
  value: ReferencePlace | undefined
  /** The server's objection to the place. */
  problem: string | undefined
  onChange: (place: ReferencePlace | undefined) => void
}

/** Chooses a manual, a module of it, and a paragraph in its text. */
export function PickedPlace({ value, problem, onChange }: PickedPlaceProps) {
  const { t } = useTranslation()
  const manuals = useQuery(manualsQuery())
  const [manual, setManual] = useState('')
  const [module, setModule] = useState<string>()
  const choose = (path: string | undefined) => {
    onChange(undefined)
    setModule(path)
  }
  return (
    <>
      <FormProblem>{problem ?? manuals.error?.message}</FormProblem>
      <Select
        label={t('compliance.filter.manual')}
        required
        options={[
          { value: '', label: t('compliance.referenceForm.chooseManual') },
          ...(manuals.data ?? []).map(({ path }) => ({ value: path, label: path.slice(1) })),
        ]}
        value={manual}
        onChange={({ target }) => {
          setManual(target.value)
          choose(undefined)
        }}
      />
      {manual !== '' && (
        <ModulePicker
          key={manual}
          find={modulesQuery}
          manualPath={manual}
          label={t('compliance.picker.module')}
          value={module}
          onChange={({ path }) => choose(path)}
        />
      )}
      {module !== undefined && (
        <ParagraphPicker key={module} path={module} value={value} onChange={onChange} />
      )}
    </>
  )
}
