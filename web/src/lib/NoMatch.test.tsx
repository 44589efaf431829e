import { screen } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import { expect, it } from 'vitest'
import { connectApp } from '@/testing/connectApp'
import { ada } from '@/testing/people'
import { renderPage } from '@/testing/renderPage'
import { SearchField } from '@/ui/SearchField'
import { Select } from '@/ui/Select'
import { NoMatch } from './NoMatch'

connectApp()

/** A list below its filters, beside a form with fields of its own. */
function List({ filters }: { filters: ReactNode }) {
  const [isFiltered, setFiltered] = useState(true)
  return (
    <main>
      <SearchField label="Elsewhere" value="" onChange={() => undefined} />
      <section>
        <div>{filters}</div>
        {isFiltered ? <NoMatch text="pump" onClear={() => setFiltered(false)} /> : <p>Rows</p>}
      </section>
    </main>
  )
}

const status = <Select label="Status" options={[{ value: '', label: 'Any' }]} defaultValue="" />

it('leads to the search field of its list when the search is cleared', async () => {
  const search = <SearchField label="Search" value="pump" onChange={() => undefined} />
  const filters = (
    <>
      {status}
      {search}
    </>
  )
  const { user } = renderPage(<List filters={filters} />, ada)
  screen.getByRole('button', { name: 'Clear search' }).focus()
  await user.keyboard('{Enter}')
  expect(screen.getByText('Rows')).toBeVisible()
  expect(screen.getByRole('searchbox', { name: 'Search' })).toHaveFocus()
})

it('leads to the first filter of a list without a search field', async () => {
  const { user } = renderPage(<List filters={status} />, ada)
  await user.click(screen.getByRole('button', { name: 'Clear search' }))
  expect(screen.getByRole('combobox', { name: 'Status' })).toHaveFocus()
})
