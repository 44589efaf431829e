import { queryOptions, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { answer, api } from '@/api/http'
import type { File, Manual } from '@/api/types'
import { choicesQuery } from '@/api/view'
import { formatDateTime } from '@/lib/format'
import { useChoice } from '../../useChoice'
import { useReading } from '../../useReading'
import { chosenName } from '../chosenName'
import { printAlone } from '../figures/print'
import { jobCard } from './jobCard'
import './jobCard.css'

const operatorsQuery = queryOptions({
  queryKey: ['operators', 'for job cards'],
  queryFn: () => answer(api.GET('/config/operator', { params: { query: { pageNumber: 1, pageSize: 500 } } })),
})

/** Prints a module as a job card for the chosen aircraft; undefined until the module is there. */
export function useJobCard(manual: Manual, file: File | undefined): (() => void) | undefined {
  const { t } = useTranslation()
  const choice = useChoice()
  const choices = useQuery(choicesQuery(manual.path, useReading())).data
  const operators = useQuery(operatorsQuery).data?.items ?? []
  if (!file) return undefined
  const owner = choices?.aircraft.find(({ registration }) => registration === choice.aircraft)?.operator
  // A fleet of one operator needs no choice.
  const operator =
    operators.find(({ name }) => name === owner) ?? (operators.length === 1 ? operators[0] : undefined)
  return () => {
    const article = document.querySelector<HTMLElement>('.rd-page .rd-article')
    if (!article) return
    const issue = [file.issueNumber, file.inWork].filter((each) => each !== '').join('-')
    const facts = [
      [t('reader.jobCard.module'), file.code],
      [t('reader.jobCard.issue'), [issue, file.issueDate.replaceAll('-', '/')].filter(Boolean).join(', ')],
      [t('reader.jobCard.effectivity'), chosenName(choice, choices) || t('reader.applicability.any')],
      [t('reader.jobCard.printed'), formatDateTime(new Date())],
    ] as const
    const texts = {
      title: t('reader.jobCard.title'),
      uncontrolled: t('reader.jobCard.uncontrolled'),
      signatures: [t('reader.jobCard.mechanic'), t('reader.jobCard.inspector')],
    }
    printAlone('card', jobCard(article, { title: file.title, operator, facts }, texts))
  }
}
