import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { QueryFrame } from '@/lib/QueryFrame'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'

/** The values of a form from the text that it was opened for. They are loaded once: typed values must not be lost. */
export function useFormQuery<Answer>(name: string, load: () => Promise<Answer>): UseQueryResult<Answer> {
  const id = useId()
  return useQuery({
    queryKey: ['draftForm', name, id],
    queryFn: load,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}

interface FormFrameProps<Answer> {
  title: string
  query: UseQueryResult<Answer>
  onClose: () => void
  /** The dialog with the form. */
  children: (answer: Answer) => ReactNode
}

/** A dialog until the answer is there, or with the reason why it is not; then the form. */
export function FormFrame<Answer>({ title, query, onClose, children }: FormFrameProps<Answer>) {
  const { t } = useTranslation()
  if (query.data !== undefined) return children(query.data)
  return (
    <Dialog title={title} onClose={onClose} footer={<Button onClick={onClose}>{t('ui.cancel')}</Button>}>
      <QueryFrame query={query} failedTitle={t('forms.failed')}>
        {() => null}
      </QueryFrame>
    </Dialog>
  )
}
