import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Manual, ViewReference } from '@/api/types'
import { type Choice, viewQuery } from '@/api/view'
import { noteVisit } from '@/api/workspace'
import { useReadPlace } from '@/lib/editing/readPlace'
import { currentLanguage } from '@/lib/i18n'
import { databaseOf } from '@/lib/library/folders'
import { keyOf } from '@/lib/library/objects'
import { paths } from '@/lib/paths'
import { Notice } from '@/ui/Notice'
import { Skeleton } from '@/ui/Skeleton'
import { useMediaQuery } from '@/ui/useMediaQuery'
import { outsideOf, useChoice } from '../useChoice'
import { useManualLinks } from '../useManualLinks'
import { useReading } from '../useReading'
import { useShownProfile } from '../useReadProfile'
import { ApplicabilityFacts } from './ApplicabilityFacts'
import { Article } from './Article'
import { BesideArticle } from './BesideArticle'
import { BlockTools } from './BlockTools'
import { useTellDrawn } from './drawnModule'
import { FollowedPlaceNotice } from './FollowedPlaceNotice'
import { NotForChoice, NotForChoiceBand } from './NotForChoice'
import { NotRead } from './NotRead'
import { NotUpdated, refusalOf } from './NotUpdated'
import { Outline } from './Outline'
import { ProfileNotice } from './ProfileNotice'
import { focusOn, placeInView } from './places'
import { RequirementMarks } from './RequirementMarks'
import { useAskForChange } from './useAskForChange'
import { useBookmarks } from './useBookmarks'
import { useFollowedPlace } from './useFollowedPlace'
import { useJump } from './useJump'
import { useReaderComments } from './useReaderComments'
import { useReaderThreads } from './useReaderThreads'
import { useReferTo } from './useReferTo'
import { useTerms } from './useTerms'
import { WhyPopover } from './WhyPopover'
import './reader.css'

interface ModuleReaderProps {
  manual: Manual
  path: string
  /** Another version than the one of the lane. */
  version?: string
  /** The language that is read beside it, by the key of its module. */
  beside?: string
}

/** The windows in which the outline stands beside the text; in others it opens over it. */
const roomForOutline = '(min-width: 1400px)'

/** A module to read: its text with what helps to find one's way in it. */
export function ModuleReader({ manual, path, version, beside }: ModuleReaderProps) {
  const { t } = useTranslation()
  const reading = useReading()
  const chosen = useChoice()
  const { choice, show, hide, told } = useShownAnyway(chosen, path)
  const { profileId, name: profileName, isPending, isUnknown } = useShownProfile(manual.path, choice)
  const view = useQuery({
    ...viewQuery(path, { ...reading, ...choice, version, profileId }, currentLanguage()),
    // Until the profile is known, its text would be shown with what it hides.
    enabled: !isPending,
  })
  const outside = view.data && outsideOf(choice, view.data, profileId !== undefined)
  const isHidden = outside === 'hidden'
  const [article, setArticle] = useState<HTMLElement | null>(null)
  const [asked, setAsked] = useState<{ id: string; anchor: HTMLElement }>()
  const shownVersion = view.data?.file.versionId
  const followed = useFollowedPlace(path, shownVersion)
  const { asked: askedPlace, at } = followed
  const jump = useJump({
    article: view.data && !isHidden ? article : null,
    asked: askedPlace,
    at,
    version: shownVersion,
  })
  const bookmarks = useBookmarks(path, shownVersion)
  const isBeside = useMediaQuery(roomForOutline)
  const hrefOf = useReferenceLinks(manual)
  const terms = useTerms(manual.path, path)
  const threads = useReaderThreads(path)
  const comments = useReaderComments({
    path,
    version: shownVersion,
    isHidden,
    article,
    threads,
    onJump: jump,
  })
  const ask = useAskForChange(manual, path, shownVersion)
  const refer = useReferTo(path, shownVersion)
  useVisit(shownVersion, path)
  const readFor = useMemo(() => ({ choice, profile: profileName }), [choice, profileName])
  useTellDrawn(view.data, readFor, article, isHidden)
  useReadPlace(useCallback(() => (article ? placeInView(article, at) : undefined), [article, at]))

  const place = { ...reading, ...chosen, profile: profileId, dm: keyOf(path), v: version }
  const pathTo = (id: string) =>
    paths.manual(databaseOf(manual), manual.name, { ...place, at: id, from: shownVersion })
  const onWhy = useCallback((id: string, anchor: HTMLElement) => setAsked({ id, anchor }), [])
  const forgetTerm = terms.clear
  // The element that was asked about is gone after the text is rendered again.
  const onDrawn = useCallback(
    (drawn: HTMLElement) => {
      setArticle(drawn)
      setAsked(undefined)
      forgetTerm()
    },
    [forgetTerm],
  )
  const annotation = view.data?.applicability.annotations.find(({ id }) => id === asked?.id)
  const refusal = refusalOf(view)
  if (refusal) return <NotRead error={refusal} onRetry={view.refetch} />
  const headings = isHidden || beside !== undefined ? [] : (view.data?.outline ?? [])
  const outline = headings.length > 1 && (
    <details
      // Opened anew when it changes its place.
      key={String(isBeside)}
      className={isBeside ? 'rd-outline-place' : 'rd-outline-menu'}
      open={isBeside}
    >
      <summary>{t('reader.outline')}</summary>
      <Outline headings={headings} article={article} pathTo={pathTo} onJump={jump} />
    </details>
  )
  return (
    <div className="rd">
      <NotUpdated query={view} />
      {view.data && outside === 'greyed' && (
        <div className="rd-top">
          <NotForChoiceBand ref={told} applicability={view.data.applicability} onHide={hide} />
        </div>
      )}
      {view.data && isHidden && (
        <NotForChoice ref={told} applicability={view.data.applicability} onShow={show} />
      )}
      <ProfileNotice
        profile={profileName}
        isUnknown={isUnknown}
        isApplied={view.data?.applicability.known !== false}
      />
      <div className="rd-head">
        {view.data && <ApplicabilityFacts view={view.data} readFor={readFor} />}
        {!isBeside && outline}
        {comments.button}
      </div>
      {view.data?.truncated && !isHidden && (
        <Notice tone="warning" title={t('reader.truncated')}>
          {t('reader.truncatedText')}
        </Notice>
      )}
      <FollowedPlaceNotice path={path} followed={followed} version={shownVersion} />
      <div
        className="rd-columns"
        data-beside={beside !== undefined && !isHidden}
        data-comments={threads.isShown}
      >
        {!isHidden && (
          <div className="rd-page" data-outside={outside} aria-busy={view.isFetching}>
            {view.data ? (
              <BlockTools
                pathTo={pathTo}
                isBookmarked={bookmarks.isBookmarked}
                onBookmark={bookmarks.toggle}
                onComment={threads.write}
                onAsk={ask.start}
                onRefer={refer.start}
              >
                {comments.markers}
                <RequirementMarks article={article} path={path} version={view.data.file.versionId} />
                <Article
                  view={view.data}
                  hrefOf={hrefOf}
                  source={{ database: databaseOf(manual), reading }}
                  at={at}
                  onJump={jump}
                  onWhy={onWhy}
                  onTerm={terms.onTerm}
                  mark={terms.mark}
                  onDrawn={onDrawn}
                />
              </BlockTools>
            ) : (
              <Skeleton lines={12} />
            )}
          </div>
        )}
        {beside !== undefined && !isPending && (
          <BesideArticle
            manual={manual}
            moduleKey={beside}
            hrefOf={hrefOf}
            choice={choice}
            profileId={profileId}
          />
        )}
        {comments.panel}
        {isBeside && outline}
      </div>
      {terms.popover}
      {ask.dialog}
      {refer.dialog}
      {annotation && asked && (
        <WhyPopover annotation={annotation} anchor={asked.anchor} onClose={() => setAsked(undefined)} />
      )}
    </div>
  )
}

/** Lets a module be shown though it is not for the chosen aircraft: this one, for this choice. */
function useShownAnyway(chosen: Choice, path: string) {
  const subject = JSON.stringify([path, chosen])
  const [shown, setShown] = useState<string>()
  const isShown = shown === subject
  const choice = useMemo((): Choice => (isShown ? { ...chosen, outside: 'grey' } : chosen), [isShown, chosen])
  const pressed = useRef(false)
  const choose = (next: string | undefined) => {
    pressed.current = true
    setShown(next)
  }
  // The button goes with what it stood in; whoever pressed it goes on at what stands there instead.
  const told = useCallback((element: HTMLElement | null) => {
    if (!element || !pressed.current) return
    pressed.current = false
    if (document.activeElement === document.body) focusOn(element)
  }, [])
  return {
    choice,
    show: () => choose(subject),
    hide: isShown ? () => choose(undefined) : undefined,
    /** Takes what tells that the module is for other aircraft. */
    told,
  }
}

/** The link targets of references. */
function useReferenceLinks(manual: Manual) {
  const links = useManualLinks(manual)
  const base = links.at({})
  // biome-ignore lint/correctness/useExhaustiveDependencies: the links are the same as long as their beginning is.
  return useCallback(
    ({ path, anchor }: ViewReference) =>
      path ? links.object(path, anchor ? { at: anchor } : {}) : undefined,
    [base, manual.path],
  )
}

/** Tells the server which module was opened, once for each. */
function useVisit(shown: string | undefined, path: string): void {
  const reading = useReading()
  useEffect(() => {
    // Reading goes on though nobody remembers it.
    if (shown !== undefined) noteVisit(path, reading).catch(() => undefined)
  }, [shown, path, reading])
}
