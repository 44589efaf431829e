import { useTranslation } from 'react-i18next'
import type { BlockCommand, BlockEdit } from '@/api/types'
import { useStore } from '@/ui/store'
import type { FormName } from '../forms/useForms'
import {
  type ChosenElement,
  type ChosenPlace,
  elementsAround,
  type PlaceFollower,
} from '../model/chosenElement'
import type { ContentModel } from '../model/contentModel'
import { ApplicMenu } from './ApplicMenu'
import { BlockMenu } from './BlockMenu'
import { blockName, elementName } from './blockNames'
import { FormatBar } from './FormatBar'
import { type FormatName, markFor } from './formats'
import { type InsertAction, InsertMenu } from './InsertMenu'
import { TableMenu } from './TableMenu'
import { isTableCommand } from './tableCommands'
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
  /** A line of the insert menu was chosen. */
  onPicked: () => void
  onCommand: (command: BlockCommand, depth: number) => void
  onInsert: (edit: BlockEdit) => void
  onFormat: (format: FormatName) => void
  onApplic: (element: ChosenElement, place: ChosenPlace, id: string | undefined) => void
  onForm: (name: FormName, element: number) => void
}

/** The commands for the block at the cursor: only those that the schema allows there. */
export function PageTools(props: PageToolsProps) {
  const { element, edits, model, follower, isInserting } = props
  const { t } = useTranslation()
  const place = useStore(follower.place)
  const isAllowed =
    element === undefined || !place
      ? undefined
      : (format: FormatName) =>
          markFor(format, model, place.doc, { from: place.position, to: place.position }) !== undefined
  const own = edits.edits.filter(({ inserted }) => inserted === undefined)
  const actions = own.map(
    (edit): InsertAction => ({
      key: `${edit.command} ${edit.depth}`,
      text: t(`editor.block.${edit.command}`),
      note: isTableCommand(edit.command) ? t('editor.table.title') : blockName(t, own, edit),
      onPick: () => {
        props.onPicked()
        props.onCommand(edit.command, edit.depth)
      },
    }),
  )
  const around = isInserting && place ? elementsAround(place) : []
  const able = around.find(({ path }) => model?.attribute(path, 'applicRefId'))
  const applic: InsertAction | undefined = able && {
    key: 'applicability',
    text: t('editor.insert.applic'),
    note: elementName(t, able.element.name),
    onPick: () => {
      props.onPicked()
      props.onForm('elementApplicability', able.element.from)
    },
  }
  return (
    <>
      <BlockMenu
        element={element}
        edits={edits.edits}
        isLoading={edits.state === 'loading'}
        onCommand={props.onCommand}
      />
      <InsertMenu
        {...edits}
        actions={applic ? [...actions, applic] : actions}
        isOpen={isInserting}
        onOpen={props.onOpenInsert}
        onClose={props.onCloseInsert}
        onInsert={props.onInsert}
      />
      <TableMenu edits={edits.edits} isLoading={edits.state === 'loading'} onCommand={props.onCommand} />
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
