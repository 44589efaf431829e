import type { ReactElement } from 'react'
import { createHashRouter, type RouteObject, replace } from 'react-router'
import { NotFound } from '@/features/session/ProblemPage'
import { paths } from '@/lib/paths'
import { LatePage } from '@/shell/LatePage'
import { onDemand } from '@/shell/onDemand'
import { Root } from '@/shell/Root'
import { PageError, RootError } from '@/shell/RouteError'
import type { RouteHandle } from '@/shell/routeHandle'

type WorkspaceListName = 'recent' | 'bookmark' | 'checkout'
type DashboardTab = 'overview' | 'recent' | 'bookmark' | 'col' | 'csdbs' | 'manuals' | 'fts'

const library = { titleKey: 'shell.sidebar.library', path: paths.library() }
const checkout = { titleKey: 'workspace.checkout.title', path: paths.checkout() }
const revisions = { titleKey: 'revisions.title', path: paths.revisions() }
const changeRequests = { titleKey: 'changeRequests.title', path: paths.changeRequests() }
const compliance = { titleKey: 'shell.sidebar.complianceOverview', path: paths.complianceOverview() }

/** One page, loaded when somebody goes there. */
function page(path: string, handle: RouteHandle, load: () => Promise<ReactElement>): RouteObject {
  return {
    path,
    handle,
    lazy: async () => {
      try {
        return { element: await load() }
      } catch {
        // The router would take a page that could not come once for lost until the next reload. The late page asks
        // again and tells why it fails: code that fails once fails the same way each time.
        return { element: <LatePage key={path} source={onDemand(load)} /> }
      }
    },
  }
}

/** The page moved: the old address leaves no trace in the history. */
function moved(path: string, to: string): RouteObject {
  return { path, loader: () => replace(to), element: <></> }
}

function dashboard(path: string, tab: DashboardTab, titleKey: string): RouteObject {
  return page(path, { titleKey }, async () => {
    const { DashboardPage } = await import('@/features/dashboard/DashboardPage')
    const { workspaceLists } = await import('@/features/workspace/lists')
    return <DashboardPage tab={tab} mine={workspaceLists} />
  })
}

function complianceOverview(path: string): RouteObject {
  return page(path, { titleKey: 'compliance.overview.title', keep: 'overview' }, async () => {
    const { OverviewPage } = await import('@/features/compliance/OverviewPage')
    return <OverviewPage />
  })
}

function workspace(path: string, list: WorkspaceListName): RouteObject {
  return page(path, { titleKey: `workspace.${list}.title` }, async () => {
    const { WorkspacePage } = await import('@/features/workspace/WorkspacePage')
    return <WorkspacePage list={list} />
  })
}

function notFound(path: string): RouteObject {
  return { path, handle: { titleKey: 'session.problem.notFound' }, element: <NotFound /> }
}

/** Everything inside the frame. */
const shellPages: RouteObject[] = [
  moved('/', paths.dashboard()),
  dashboard('/dashboard', 'overview', 'shell.page.dashboard'),
  moved('/my', paths.my('recent')),
  dashboard('/my/recent', 'recent', 'shell.page.recent'),
  dashboard('/my/bookmark', 'bookmark', 'shell.page.bookmark'),
  dashboard('/my/col', 'col', 'shell.page.col'),
  moved('/system', paths.system('csdbs')),
  dashboard('/system/csdbs', 'csdbs', 'shell.page.csdbs'),
  dashboard('/system/manuals', 'manuals', 'shell.page.manuals'),
  moved('/fts', paths.fts()),
  page('/fts/index', { titleKey: 'shell.page.fts' }, async () => {
    const [{ DashboardPage }, { SearchView }, { workspaceLists }] = await Promise.all([
      import('@/features/dashboard/DashboardPage'),
      import('@/features/search/SearchView'),
      import('@/features/workspace/lists'),
    ])
    // Only here, since no feature may know another.
    return <DashboardPage tab="fts" mine={workspaceLists} fullText={<SearchView />} />
  }),
  moved('/admin', paths.admin()),
  page('/admin/index', { titleKey: 'shell.page.admin' }, async () => {
    const { AdminPage } = await import('@/features/admin/AdminPage')
    return <AdminPage />
  }),
  moved('/operator-list', paths.operators()),
  page('/operator-list/index', { titleKey: 'shell.page.operators' }, async () => {
    const [{ OperatorsPage }, { ComparedModule }] = await Promise.all([
      import('@/features/operators/OperatorsPage'),
      import('@/features/library/changes/ComparedModule'),
    ])
    return <OperatorsPage Redline={ComparedModule} />
  }),
  moved('/library', paths.library()),
  page('/library/all', { titleKey: 'library.title' }, async () => {
    const { LibraryPage } = await import('@/features/library/LibraryPage')
    return <LibraryPage />
  }),
  page('/library/:folderPath', { titleKey: 'library.database', parent: library }, async () => {
    const { DatabasePage } = await import('@/features/library/DatabasePage')
    return <DatabasePage />
  }),
  page('/library/:folderPath/MULTIMEDIA', { titleKey: 'media.title', parent: library }, async () => {
    const { MediaPage } = await import('@/features/library/media/MediaPage')
    return <MediaPage />
  }),
  page('/library/:folderPath/:manualPath', { titleKey: 'library.manual', parent: library }, async () => {
    const { ManualPage } = await import('@/features/library/manual/ManualPage')
    return <ManualPage />
  }),
  moved('/compliance-overview', paths.complianceOverview()),
  complianceOverview('/compliance-overview/index'),
  page('/compliance-review', { titleKey: 'compliance.reviews.title', parent: compliance }, async () => {
    const { ReviewPage } = await import('@/features/compliance/ReviewPage')
    return <ReviewPage />
  }),
  moved('/compliance', '/compliance/overview'),
  complianceOverview('/compliance/overview'),
  page(
    '/compliance/:policy',
    { titleKey: 'compliance.title', parent: compliance, keep: 'compliance' },
    async () => {
      const { CollectionPage } = await import('@/features/compliance/CollectionPage')
      return <CollectionPage />
    },
  ),
  page('/compliance-import/index', { titleKey: 'regulations.title', parent: compliance }, async () => {
    const { ImportsPage } = await import('@/features/compliance/imports/ImportsPage')
    return <ImportsPage />
  }),
  page('/compliance-mappings/index', { titleKey: 'mappings.title', parent: compliance }, async () => {
    const { MappingsPage } = await import('@/features/compliance/mappings/MappingsPage')
    return <MappingsPage />
  }),
  moved('/all-tasks', paths.tasks()),
  page('/all-tasks/index', { titleKey: 'jobs.title' }, async () => {
    const { TasksPage } = await import('@/features/jobs/TasksPage')
    return <TasksPage />
  }),
  moved('/import', paths.import()),
  page('/import/index', { titleKey: 'imports.title' }, async () => {
    const { ImportPage } = await import('@/features/imports/ImportPage')
    return <ImportPage />
  }),
  page('/revisions', { titleKey: 'revisions.title' }, async () => {
    const { RevisionsPage } = await import('@/features/revisions/RevisionsPage')
    return <RevisionsPage />
  }),
  page('/revisions/:revisionId', { titleKey: 'revisions.one', parent: revisions }, async () => {
    const { RevisionPage } = await import('@/features/revisions/RevisionPage')
    return <RevisionPage />
  }),
  page(
    '/revisions/:revisionId/preview',
    { titleKey: 'revisions.preview.title', parent: revisions },
    async () => {
      const { PreviewPage } = await import('@/features/revisions/merge/PreviewPage')
      return <PreviewPage />
    },
  ),
  page('/revisions/:revisionId/todos/:todoId', { titleKey: 'revisions.one', parent: revisions }, async () => {
    const [{ MergePage }, { ModuleRedline }, { ComparedModule }, { TextCompare }] = await Promise.all([
      import('@/features/revisions/merge/MergePage'),
      import('@/features/library/changes/ModuleRedline'),
      import('@/features/library/changes/ComparedModule'),
      import('@/features/editor/source/TextCompare'),
    ])
    // Only here, since no feature may know another.
    return <MergePage views={{ Redline: ModuleRedline, Compared: ComparedModule, Compare: TextCompare }} />
  }),
  workspace('/checkout', 'checkout'),
  page('/checkout/:draftId', { titleKey: 'editor.draft.title', parent: checkout }, async () => {
    const { DraftPage } = await import('@/features/editor/DraftPage')
    return <DraftPage />
  }),
  page('/editor', { titleKey: 'editor.title', parent: checkout }, async () => {
    const { EditorPage } = await import('@/features/editor/EditorPage')
    return <EditorPage />
  }),
  page('/rebase', { titleKey: 'revisions.rebase.title', parent: checkout }, async () => {
    const [{ RebasePage }, { ModuleRedline }, { ComparedModule }, { TextCompare }] = await Promise.all([
      import('@/features/revisions/rebase/RebasePage'),
      import('@/features/library/changes/ModuleRedline'),
      import('@/features/library/changes/ComparedModule'),
      import('@/features/editor/source/TextCompare'),
    ])
    return <RebasePage views={{ Redline: ModuleRedline, Compared: ComparedModule, Compare: TextCompare }} />
  }),
  page('/translation', { titleKey: 'translation.title', parent: checkout }, async () => {
    const { TranslationPage } = await import('@/features/editor/translation/TranslationPage')
    return <TranslationPage />
  }),
  page('/replace', { titleKey: 'replacements.title' }, async () => {
    const { ReplacePage } = await import('@/features/replacements/ReplacePage')
    return <ReplacePage />
  }),
  page('/comments', { titleKey: 'comments.title' }, async () => {
    const { CommentsPage } = await import('@/features/comments/CommentsPage')
    return <CommentsPage />
  }),
  page('/change-requests', { titleKey: 'changeRequests.title' }, async () => {
    const { ChangeRequestsPage } = await import('@/features/changes/ChangeRequestsPage')
    return <ChangeRequestsPage />
  }),
  page('/change-requests/:id', { titleKey: 'changeRequests.one', parent: changeRequests }, async () => {
    const [{ ChangeRequestPage }, { ModuleRedline }, { RedlineSteps }] = await Promise.all([
      import('@/features/changes/ChangeRequestPage'),
      import('@/features/library/changes/ModuleRedline'),
      import('@/features/library/changes/RedlineSteps'),
    ])
    return <ChangeRequestPage views={{ Redline: ModuleRedline, Steps: RedlineSteps }} />
  }),
  page('/publications', { titleKey: 'publications.title', parent: library }, async () => {
    const { PublicationsPage } = await import('@/features/publications/PublicationsPage')
    return <PublicationsPage />
  }),
  page('/publications/key', { titleKey: 'publications.key.title', parent: library }, async () => {
    const { SigningKeyPage } = await import('@/features/publications/SigningKeyPage')
    return <SigningKeyPage />
  }),
  page('/publications/:id', { titleKey: 'publications.one', parent: library }, async () => {
    const { PublicationPage } = await import('@/features/publications/PublicationPage')
    return <PublicationPage />
  }),
  workspace('/bookmark', 'bookmark'),
  workspace('/recent', 'recent'),
  moved('/search', paths.search()),
  page('/search/index', { titleKey: 'search.title', keep: 'search' }, async () => {
    const { SearchPage } = await import('@/features/search/SearchPage')
    return <SearchPage />
  }),
  // `/{userAction}` knows checkout, bookmark and recent, which stand above; every other word is no page.
  notFound('/:userAction'),
  notFound('*'),
]

export const routes: RouteObject[] = [
  {
    element: <Root />,
    errorElement: <RootError />,
    HydrateFallback: () => null,
    children: [
      page('/pages/login', { titleKey: 'session.login.title' }, async () => {
        const { LoginRoute } = await import('@/features/session/LoginRoute')
        return <LoginRoute />
      }),
      page('/pages/register', { titleKey: 'session.register.title' }, async () => {
        const { RegisterPage } = await import('@/features/session/RegisterPage')
        return <RegisterPage />
      }),
      page(paths.openSigningKey(), { titleKey: 'publications.key.title' }, async () => {
        const { OpenSigningKey } = await import('@/shell/OpenSigningKey')
        return <OpenSigningKey />
      }),
      {
        lazy: async () => ({ Component: (await import('@/shell/SessionGate')).SessionGate }),
        children: [
          moved('/pages', paths.notFound()),
          page('/pages/404', { titleKey: 'session.problem.notFound' }, async () => {
            const { NotFoundPage } = await import('@/features/session/NotFoundPage')
            return <NotFoundPage />
          }),
          page('/pages/500', { titleKey: 'session.problem.failed' }, async () => {
            const { ServerErrorPage } = await import('@/features/session/ServerErrorPage')
            return <ServerErrorPage />
          }),
          {
            lazy: async () => ({ Component: (await import('@/shell/SignedIn')).SignedIn }),
            children: [{ errorElement: <PageError />, children: shellPages }],
          },
        ],
      },
    ],
  },
]

export const createRouter = () => createHashRouter(routes)
