import type { BlockCommand, BlockEdit } from '@/api/types'
import { useStore } from '@/ui/store'
import type { FormName } from '../forms/useForms'
import type { ChosenElement, ChosenPlace, PlaceFollower } from '../model/chosenElement'
import type { ContentModel } from '../model/contentModel'
import { ApplicMenu } from './ApplicMenu'
import { BlockMenu } from './BlockMenu'
import { FormatBar } from './FormatBar'
import { type FormatName, markFor } from './formats'
import { InsertMenu } from './InsertMenu'

interface PageToolsProps {
  /** The element of the block at the cursor. */
  element: string | undefined
  edits: readonly BlockEdit[]
  model: ContentModel | undefined
  follower: PlaceFollower
  isInserting: boolean
  onInserting: (isOpen: boolean) => void
  onCommand: (command: BlockCommand, depth: number) => void
  onInsert: (edit: BlockEdit) => void
  onFormat: (format: FormatName) => void
  onApplic: (element: ChosenElement, place: ChosenPlace, id: string | undefined) => void
  onForm: (name: FormName, element: number) => void
}

/** The commands for the block at the cursor: only those that the schema allows there. */
export function PageTools(props: PageToolsProps) {
  const { element, edits, model, follower, isInserting, onInserting } = props
  const place = useStore(follower.place)
  const isAllowed =
    element === undefined || !place
      ? undefined
      : (format: FormatName) => markFor(format, model, place.doc, place.position) !== undefined
  return (
    <>
      <BlockMenu element={element} edits={edits} onCommand={props.onCommand} />
      <InsertMenu
        edits={edits}
        isOpen={isInserting}
        onOpen={() => onInserting(true)}
        onClose={() => onInserting(false)}
        onInsert={props.onInsert}
      />
      <FormatBar isAllowed={isAllowed} onFormat={props.onFormat} />
      <ApplicMenu
        model={model}
        place={element === undefined ? undefined : place}
        onChange={(chosen, id) => place && props.onApplic(chosen, place, id)}
        onBuild={({ element: { from } }) => props.onForm('elementApplicability', from)}
      />
    </>
  )
}
