import { renderHook } from '@testing-library/react'
import { useForm } from 'react-hook-form'
import { expect, it } from 'vitest'
import { ApiProblem } from '@/api/problem'
import { showFieldErrors } from './form'

const refusal = (...fields: string[]) =>
  new ApiProblem({
    title: 'Invalid parameter',
    status: 400,
    code: 'request.invalid',
    errors: fields.map((field) => ({ field, code: 'taken', message: `${field} is taken` })),
  })

function formWith<Values extends object>(defaultValues: Values) {
  return renderHook(() => {
    const form = useForm({ values: defaultValues })
    return { form, errors: form.formState.errors }
  }).result
}

it('puts each message at its field, in lists too', () => {
  const result = formWith({ code: 'X', aircraft: [{ registration: 'B-1' }, { registration: 'B-2' }] })
  expect(result.current.errors).toEqual({})
  expect(showFieldErrors(result.current.form, refusal('code', 'aircraft[1].registration'))).toBe(true)
  expect(result.current.form.getFieldState('code').error?.message).toBe('code is taken')
  expect(result.current.form.getFieldState('aircraft.1.registration').error?.message).toBe(
    'aircraft[1].registration is taken',
  )
})

it('says so when a message found no field, or when there was none', () => {
  const { form } = formWith({ code: 'X' }).current
  expect(showFieldErrors(form, refusal('code', 'colour'))).toBe(false)
  expect(showFieldErrors(form, refusal())).toBe(false)
  expect(showFieldErrors(form, new Error('boom'))).toBe(false)
  expect(showFieldErrors(form, undefined)).toBe(false)
})
