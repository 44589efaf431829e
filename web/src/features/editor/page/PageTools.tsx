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
import type { BlockEdits } from './useBlockEdits'

interface PageToolsProps {
  /** The element of the block at the cursor. */
  element: string | undefined
  edits: BlockEdits
  model: ContentModel | undefined
  follower: PlaceFollower
  isInserting: boolean
  onOpenInsert: () => void
  onCloseInsert: (isEscape: boolean) => void
  onCommand: (command: BlockCommand, depth: number) => void
  onInsert: (edit: BlockEdit) => void
  onFormat: (format: FormatName) => void
  onApplic: (element: ChosenElement, place: ChosenPlace, id: string | undefined) => void
  onForm: (name: FormName, element: number) => void
}

/** The commands for the block at the cursor: only those that the schema allows there. */
export function PageTools(props: PageToolsProps) {
  const { element, edits, model, follower, isInserting } = props
  const place = useStore(follower.place)
  const isAllowed =
    element === undefined || !place
      ? undefined
      : (format: FormatName) =>
          markFor(format, model, place.doc, { from: place.position, to: place.position }) !== undefined
  return (
    <>
      <BlockMenu element={element} edits={edits.edits} onCommand={props.onCommand} />
      <InsertMenu
        {...edits}
        isOpen={isInserting}
        onOpen={props.onOpenInsert}
        onClose={props.onCloseInsert}
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
