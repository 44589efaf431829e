import type { UseFormRegisterReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Field } from '@/ui/Field'
import { FormProblem } from '@/ui/FormProblem'
import { Skeleton } from '@/ui/Skeleton'
import type { useLinkedPlace } from './useLinkedPlace'

interface LinkFieldProps {
  input: UseFormRegisterReturn
  /** The server's objection to the place. */
  error: string | undefined
  linked: ReturnType<typeof useLinkedPlace>
}

/** The link to a paragraph or module, with the text that it leads to. */
export function LinkField({ input, error, linked }: LinkFieldProps) {
  const { t } = useTranslation()
  const { state, preview } = linked
  return (
    <>
      <Field
        label={t('compliance.referenceForm.link')}
        hint={t('compliance.referenceForm.linkHint')}
        error={state === 'wrong' ? t('compliance.referenceForm.linkWrong') : error}
        autoComplete="off"
        required
        {...input}
      />
      {state === 'loading' && <Skeleton lines={2} />}
      <FormProblem>
        {state === 'missing' ? (linked.error?.message ?? t('compliance.referenceForm.missing')) : undefined}
      </FormProblem>
      {preview && (
        <div className="cpl-reference mb-3">
          <strong className="text-break">{preview.code}</strong> {preview.title}
          {preview.quote !== '' && <blockquote className="cpl-quote">{preview.quote}</blockquote>}
          {preview.isOther && (
            <span className="af-hint d-block">{t('compliance.referenceForm.otherVersion')}</span>
          )}
        </div>
      )}
    </>
  )
}
