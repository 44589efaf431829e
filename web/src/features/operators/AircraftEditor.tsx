import { useEffect, useState } from 'react'
import { type UseFormReturn, useFieldArray } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useFocusWithin } from '@/lib/applicability/useFocusWithin'
import { Button } from '@/ui/Button'
import { FormProblem } from '@/ui/FormProblem'
import { Pagination } from '@/ui/Pagination'
import { AircraftRow } from './AircraftRow'
import { emptyAircraft, type OperatorForm } from './operatorForm'

const rowsPerPage = 10
const pageOf = (index: number) => Math.floor(index / rowsPerPage) + 1

/** The aircraft of an operator as rows to fill in; paged, because a fleet can have hundreds. */
export function AircraftEditor({ form }: { form: UseFormReturn<OperatorForm> }) {
  const { t } = useTranslation()
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'aircraft' })
  const { holder, changeAndFocus } = useFocusWithin<HTMLElement>()
  const [wantedPage, setWantedPage] = useState(1)
  const page = Math.min(wantedPage, Math.max(1, pageOf(fields.length - 1)))
  const errors = form.formState.errors.aircraft
  const firstWrong = firstErrorIndex(errors)

  // A complaint about a row on another page would be invisible, so its page comes up.
  useEffect(() => {
    if (firstWrong !== undefined) setWantedPage(pageOf(firstWrong))
  }, [firstWrong])

  const add = () => {
    setWantedPage(pageOf(fields.length))
    append(emptyAircraft)
  }

  return (
    <section ref={holder} aria-labelledby="operator-aircraft">
      <div className="d-flex flex-wrap align-items-center justify-content-between gap-2 mb-2">
        <h3 id="operator-aircraft">{t('operators.aircraft.title', { count: fields.length })}</h3>
        <Button icon="add" size="sm" data-add-aircraft="" onClick={add}>
          {t('operators.aircraft.add')}
        </Button>
      </div>
      <FormProblem>{errors?.root?.message ?? errors?.message}</FormProblem>
      <p className="af-hint mt-0 mb-2">
        {t(fields.length === 0 ? 'operators.aircraft.none' : 'operators.aircraft.needed')}
      </p>
      {fields.slice((page - 1) * rowsPerPage, page * rowsPerPage).map((field, offset) => {
        const index = (page - 1) * rowsPerPage + offset
        const onRemove = () => changeAndFocus(() => remove(index), '[data-add-aircraft]')
        return <AircraftRow key={field.id} form={form} index={index} onRemove={onRemove} />
      })}
      {fields.length > rowsPerPage && (
        <Pagination page={page} pageSize={rowsPerPage} total={fields.length} onPage={setWantedPage} />
      )}
    </section>
  )
}

function firstErrorIndex(errors: unknown): number | undefined {
  if (!Array.isArray(errors)) return undefined
  const index = errors.findIndex((error) => error !== undefined && error !== null)
  return index === -1 ? undefined : index
}
