// Faults in views that `mutation-check.ts` inserts, and the page specs that must detect each; see `mutations.ts`.

/** Slips that types allow: a handler dropped, a condition negated, another value passed, a button not disabled. */
export const VIEW_AREAS = [
  {
    tests: ['tests/page/app/app.spec.ts'],
    faults: [
      [
        'renderer/shell/App.tsx',
        `useCommand('view.previousTab', () => goBy(-1));`,
        `useCommand('view.previousTab', () => goBy(1));`,
      ],
      ['renderer/shell/Banners.tsx', 'isHintWanted && !isInSettings', 'isHintWanted && isInSettings'],
      ['renderer/shell/CommandPalette.tsx', 'screenOf(when) === tab', 'screenOf(when) !== tab'],
    ],
  },
  {
    tests: ['tests/page/settings/connection.spec.ts'],
    faults: [
      ['renderer/speech/GenerateFooter.tsx', 'disabled={blocked !== null}', `disabled={blocked === 'text'}`],
      [
        'renderer/settings/ConnectionFormView.tsx',
        '<Button disabled={isBusy || !address.ok}',
        '<Button disabled={isBusy}',
      ],
    ],
  },
  {
    tests: ['tests/page/speech/cast.spec.ts'],
    faults: [['renderer/speech/cast/CastRoleRow.tsx', 'onChange({ voice: undefined })', 'onChange({ voice: null })']],
  },
  {
    tests: ['tests/page/speech/gallery.spec.ts'],
    faults: [
      ['renderer/speech/audition-store.ts', 'change({ voice })', 'change({ voice: null })'],
      ['renderer/speech/gallery/VoiceGrid.tsx', 'passesFilters(option, filters,', 'passesFilters(option, {},'],
    ],
  },
  {
    tests: ['tests/page/images/images.spec.ts'],
    faults: [
      ['renderer/images/request/EditControls.tsx', 'setVariations(variations - 1)', 'setVariations(variations + 1)'],
    ],
  },
  {
    tests: ['tests/page/images/compare.spec.ts'],
    faults: [
      [
        'renderer/images/results/ResultTile.tsx',
        'onClick={(event) => isPlain(event) && store.getState().present(item.id)}',
        '',
      ],
      ['renderer/images/compare/CompareLine.tsx', 'onClick={stage.fit}', 'onClick={stage.actualSize}'],
    ],
  },
  {
    tests: ['tests/page/library/finding.spec.ts'],
    faults: [
      [
        'renderer/library/filters/FilterChips.tsx',
        'setFilter(part.without)',
        'setFilter(withoutAll(filter, Date.now()))',
      ],
      [
        'renderer/library/shelf/Shelf.tsx',
        'if (event.target instanceof HTMLInputElement) return;',
        'if (!(event.target instanceof HTMLInputElement)) return;',
      ],
    ],
  },
  {
    tests: ['tests/page/library/keeping.spec.ts'],
    faults: [['renderer/items/keeping/StarButton.tsx', '{ isStarred: !isStarred }', '{ isStarred: true }']],
  },
  {
    tests: ['tests/page/library/deletion.spec.ts'],
    faults: [['renderer/library/trash/DeletingDialog.tsx', ' || going === 0 ||', ' ||']],
  },
  {
    tests: ['tests/page/app/player.spec.ts'],
    faults: [['renderer/player/PlayerBar.tsx', 'onChange={setVolume}', 'onChange={setRate}']],
  },
  {
    tests: ['tests/page/app/queue.spec.ts'],
    faults: [
      ['renderer/jobs/ResumeButton.tsx', 'retryNow(connectionId)}', 'setPaused(connectionId, false)}'],
      ['renderer/jobs/QueueRows.tsx', 'onClick={() => moveJob(job.id, 1)}', 'onClick={() => moveJob(job.id, -1)}'],
    ],
  },
  {
    tests: ['tests/page/app/inspector.spec.ts'],
    faults: [['renderer/items/inspector/RequestDetails.tsx', `failure !== ''`, `failure === ''`]],
  },
  {
    tests: ['tests/page/help/help.spec.ts'],
    faults: [
      [
        'renderer/help/GettingStarted.tsx',
        'help: { stepsDone, isGettingStartedOpen: isOpen }',
        'help: { stepsDone: [], isGettingStartedOpen: isOpen }',
      ],
    ],
  },
] as const;
