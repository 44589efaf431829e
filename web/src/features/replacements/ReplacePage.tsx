import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useMe } from '@/api/queries'
import { forgetReplacements } from '@/api/replacements'
import { can } from '@/lib/can'
import { currentLanguage } from '@/lib/i18n'
import { Card } from '@/ui/Card'
import { EmptyState } from '@/ui/EmptyState'
import { PageHead } from '@/ui/PageHead'
import { ReplaceFormView } from './ReplaceFormView'
import { ReplaceResults } from './ReplaceResults'
import { isStarted, type ReplaceForm, readForm, writeForm } from './replaceForm'
import './replacements.css'

/** Finds a text in many modules and replaces it in the user's drafts. */
export function ReplacePage() {
  const { t } = useTranslation()
  const mayEdit = can.editContent(useMe())
  const [params, setParams] = useSearchParams()
  // Searching again for the same starts anew, with nothing left out and no results.
  const [run, setRun] = useState(0)
  const form = readForm(params)
  const find = (wanted: ReplaceForm) => {
    const next = writeForm(wanted)
    forgetReplacements()
    // Not both: the results would search for the old text once more before the address has the new one.
    if (next.toString() === params.toString()) setRun(run + 1)
    else setParams(next)
  }
  return (
    <>
      <PageHead title={t('replacements.title')} purpose={t('replacements.purpose')} />
      {mayEdit ? (
        <>
          <Card>
            <ReplaceFormView asked={form} onFind={find} />
          </Card>
          {isStarted(params) && (
            // In another language the search runs again: the choice is about the places of one search.
            <ReplaceResults
              key={`${run} ${currentLanguage()} ${params}`}
              form={form}
              onAgain={() => find(form)}
            />
          )}
        </>
      ) : (
        <EmptyState icon="lock" title={t('replacements.mayNot')} text={t('replacements.mayNotText')} />
      )}
    </>
  )
}
