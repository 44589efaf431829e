import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useHolderOf } from '@/api/editing'
import type { FoundPlace, ProposedModule, ReplacementResult } from '@/api/types'
import { holderText } from '@/lib/editing/editEntries'
import { objectHref } from '@/lib/library/objects'
import { href, paths } from '@/lib/paths'
import { Checkbox } from '@/ui/Checkbox'
import { Chip } from '@/ui/Chip'
import { chosenIn, type LeftOut, placeId, replaceable } from './choice'

interface ModuleChangesProps {
  module: ProposedModule
  /** The new text. */
  replacement: string
  leftOut: LeftOut
  result: ReplacementResult | undefined
  /** Whether its places can be chosen. */
  isOpen: boolean
  onChoose: (places: readonly FoundPlace[], isChosen: boolean) => void
}

/** The places of one module as redlines. */
export function ModuleChanges(props: ModuleChangesProps) {
  const { module, replacement, leftOut, result, isOpen, onChoose } = props
  const { t } = useTranslation()
  const id = useId()
  const free = replaceable(module)
  const chosen = chosenIn(module, leftOut)
  const mayChoose = isOpen && result === undefined
  const title = module.title || module.code
  return (
    <section className="card rep-module" aria-labelledby={id}>
      <div className="rep-head">
        {mayChoose && free.length > 0 && (
          <Checkbox
            label={
              <span className="visually-hidden">{t('replacements.wholeModule', { module: title })}</span>
            }
            checked={chosen.length === free.length}
            ref={(box) => {
              if (box) box.indeterminate = chosen.length > 0 && chosen.length < free.length
            }}
            onChange={({ target }) => onChoose(free, target.checked)}
          />
        )}
        <h2 id={id}>
          <a href={objectHref(module.path)}>{title}</a>
        </h2>
        <span className="rep-code">
          {module.code} {module.language}
        </span>
        <ModuleState module={module} result={result} />
      </div>
      <ul className="rep-places">
        {module.places.map((place) => (
          <li key={place.number}>
            <Place
              module={module}
              place={place}
              replacement={replacement}
              isChosen={!leftOut.has(placeId(module, place))}
              mayChoose={mayChoose}
              onChoose={(isChosen) => onChoose([place], isChosen)}
            />
          </li>
        ))}
      </ul>
      {module.isCut && <p className="rep-cut">{t('replacements.cut', { count: module.places.length })}</p>}
    </section>
  )
}

function ModuleState({ module, result }: Pick<ModuleChangesProps, 'module' | 'result'>) {
  const { t } = useTranslation()
  const held = useHolderOf()(module.path)
  if (result) {
    return result.code === undefined ? (
      <Chip tone="success" icon="success">
        {t('replacements.replaced', { count: result.replaced })}
      </Chip>
    ) : (
      <Chip tone="danger" icon="danger">
        {result.message}
      </Chip>
    )
  }
  switch (module.state) {
    case 'mine':
      return (
        <Chip tone="info" icon="checkOut">
          {t(module.isDraft ? 'replacements.state.draft' : 'replacements.state.mine')}
        </Chip>
      )
    case 'held':
      return (
        <Chip tone="warning" icon="lock">
          {held ? holderText(held, t) : t('replacements.state.held', { account: module.heldBy })}
        </Chip>
      )
    case 'readOnly':
      return (
        <Chip tone="neutral" icon="lock">
          {t('replacements.state.readOnly')}
        </Chip>
      )
    default:
      return null
  }
}

interface PlaceProps {
  module: ProposedModule
  place: FoundPlace
  replacement: string
  isChosen: boolean
  mayChoose: boolean
  onChoose: (isChosen: boolean) => void
}

/** The reader shows the version; a place of the user's draft may not be there. */
function placeHref({ path, isDraft }: ProposedModule, { anchor, line }: FoundPlace): string | undefined {
  if (isDraft) return href(paths.editor(path, { line: line.toString() }))
  return objectHref(path, anchor === '' ? {} : { at: anchor })
}

function Place({ module, place, replacement, isChosen, mayChoose, onChoose }: PlaceProps) {
  const { t } = useTranslation()
  const redline = <PlaceRedline place={place} replacement={replacement} />
  return (
    <>
      {mayChoose && place.fault === undefined ? (
        <Checkbox label={redline} checked={isChosen} onChange={({ target }) => onChoose(target.checked)} />
      ) : (
        <p className="rep-fixed">{redline}</p>
      )}
      <p className="rep-where">
        <a href={placeHref(module, place)}>{place.name || t('replacements.line', { line: place.line })}</a>
        {place.fault && (
          <Chip tone="warning" icon="warning">
            {t(`replacements.fault.${place.fault}`)}
          </Chip>
        )}
      </p>
    </>
  )
}

/** A place in its paragraph, with the words that go and those that come. */
function PlaceRedline({ place, replacement }: { place: FoundPlace; replacement: string }) {
  const { t } = useTranslation()
  const { before, found, after, fault } = place
  return (
    <span className="rep-redline">
      {before}
      {fault ? <mark>{found}</mark> : <del>{found}</del>}
      {!fault && (
        <span className="visually-hidden">
          {' '}
          {t(replacement === '' ? 'replacements.deleted' : 'replacements.becomes')}{' '}
        </span>
      )}
      {!fault && replacement !== '' && <ins>{replacement}</ins>}
      {after}
    </span>
  )
}
