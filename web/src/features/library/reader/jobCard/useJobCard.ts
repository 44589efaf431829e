import { queryOptions, useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { answer, api } from '@/api/http'
import type { Choices, Manual, View } from '@/api/types'
import { choicesQuery } from '@/api/view'
import { formatDateTime } from '@/lib/format'
import { outsideOf } from '../../useChoice'
import { useReading } from '../../useReading'
import { applicabilityNotices, profileNotice, type ReadFor } from '../applicabilityNotices'
import { chosenName } from '../chosenName'
import { type DrawnModule, isStillDrawn, useDrawnModule } from '../drawnModule'
import { printAlone } from '../figures/print'
import { jobCard } from './jobCard'
import { loadPictures, whenDrawn } from './pictures'
import './jobCard.css'

const operatorsQuery = queryOptions({
  queryKey: ['operators', 'for job cards'],
  queryFn: () => answer(api.GET('/config/operator', { params: { query: { pageNumber: 1, pageSize: 500 } } })),
})

/**
 * Prints the module on the page as a job card; undefined until all that stands on the card is there. A list that could not be read leaves
 * its part out. The card tells all that the page tells about the text: nobody sees the page beside the paper.
 */
export function useJobCard(manual: Manual): (() => void) | undefined {
  const { t } = useTranslation()
  const drawn = useDrawnModule()
  const offered = useQuery(choicesQuery(manual.path, useReading()))
  const known = useQuery(operatorsQuery)
  const isPrinting = useRef(false)
  const choices = offered.data
  const operators = known.data?.items ?? []
  if (!drawn || offered.isPending || known.isPending) return undefined
  const { view, readFor } = drawn
  const owner = choices?.aircraft.find(
    ({ registration }) => registration === readFor.choice.aircraft,
  )?.operator
  // A fleet of one operator needs no choice.
  const operator =
    operators.find(({ name }) => name === owner) ?? (operators.length === 1 ? operators[0] : undefined)
  const print = async () => {
    const page = articleOnPage()
    if (page) await whenDrawn(page)
    const article = articleOnPage()
    // The facts are those of the module that was on the page.
    if (!article || !isStillDrawn(drawn)) return
    const card = {
      title: view.file.title,
      operator,
      facts: factsOf(t, drawn, choices),
      notices: noticesOf(t, drawn),
      isGreyed: isGreyed(view, readFor),
    }
    const texts = {
      title: t('reader.jobCard.title'),
      uncontrolled: t('reader.jobCard.uncontrolled'),
      signatures: [t('reader.jobCard.mechanic'), t('reader.jobCard.inspector')],
    }
    const printed = jobCard(article, card, texts)
    await loadPictures(printed)
    printAlone('card', printed)
  }
  return () => {
    if (isPrinting.current) return
    isPrinting.current = true
    void print().finally(() => {
      isPrinting.current = false
    })
  }
}

const articleOnPage = () => document.querySelector<HTMLElement>('.rd-page .rd-article')

function factsOf(t: TFunction, { view, readFor }: DrawnModule, choices: Choices | undefined) {
  const { issueNumber, inWork, issueDate, code } = view.file
  const issue = [issueNumber, inWork].filter((each) => each !== '').join('-')
  return [
    [t('reader.jobCard.module'), code],
    [t('reader.jobCard.issue'), [issue, issueDate.replaceAll('-', '/')].filter(Boolean).join(', ')],
    [t('reader.jobCard.effectivity'), effectivityOf(t, view, readFor, choices)],
    [t('reader.jobCard.printed'), formatDateTime(new Date())],
  ] as const
}

function effectivityOf(t: TFunction, view: View, { choice, profile }: ReadFor, choices: Choices | undefined) {
  const chosen = chosenName(choice, choices)
  if (chosen !== '') {
    const isKnown = view.applicability.known
    return isKnown ? chosen : `${chosen} · ${t('reader.applicability.notInManual')}`
  }
  if (profile !== undefined) return t('reader.jobCard.profile', { name: profile })
  return t('reader.applicability.any')
}

function noticesOf(t: TFunction, { view, readFor }: DrawnModule): string[] {
  const { module, known } = view.applicability
  const notices = applicabilityNotices(t, view, readFor).map(({ text }) => text)
  if (readFor.profile !== undefined) notices.unshift(profileNotice(t, readFor.profile, known))
  if (view.truncated) notices.unshift(t('reader.truncated'))
  if (isGreyed(view, readFor)) {
    const appliesTo = module && t('reader.applicability.moduleFor', { text: module.text || module.reason })
    notices.unshift([t('reader.applicability.moduleNot'), appliesTo].filter(Boolean).join('. '))
  }
  return notices
}

const isGreyed = (view: View, { choice, profile }: ReadFor): boolean =>
  outsideOf(choice, view, profile !== undefined) === 'greyed'
