// English texts about deleted things and deleting them for good.

export const trash = {
  'trash.deleteForGood': 'Delete for good',
  'trash.deleteForGoodAsk': 'Delete for good…',
  'trash.empty': 'Empty…',
  'trash.emptyTitle': 'Empty Deleted',
  'trash.deleteTitle': 'Delete for good',
  'trash.counting': 'Counting what would be freed…',
  'trash.items': {
    one: '{count} item is deleted for good. This frees at least {size} and cannot be undone.',
    other: '{count} items are deleted for good. This frees at least {size} and cannot be undone.',
  },
  'trash.itemsHint': 'Files that other items, drafts or requests need stay. What was spent stays counted.',
  'trash.scripts': {
    one: '{count} script is deleted for good. This cannot be undone.',
    other: '{count} scripts are deleted for good. This cannot be undone.',
  },
  'trash.scriptsHint': 'Takes stay in the library.',
  'trash.inUse': {
    one: '{count} item stays in Deleted, because a script or a request needs it: it is the only take left of a line, the one chosen for it, or the reply of a request that is still shown.',
    other:
      '{count} items stay in Deleted, because scripts or requests need them: the only takes left of lines, those chosen for them, or replies of requests that are still shown.',
  },
  'trash.failed': {
    one: '{count} item could not be deleted, and is still complete in Deleted. Perhaps another program has its file open, or the folder may not be written ({reason}).',
    other:
      '{count} items could not be deleted, and are still complete in Deleted. Perhaps another program has their files open, or the folder may not be written ({reason}).',
  },
  'trash.deleting': 'Deleting…',
  'trash.done': {
    one: 'Deleted {count} item for good; {size} freed.',
    other: 'Deleted {count} items for good; {size} freed.',
  },
  'trash.doneNone': 'Nothing was deleted.',
  'trash.doneScripts': { one: 'Deleted {count} script for good.', other: 'Deleted {count} scripts for good.' },
  'trash.keptDays': {
    one: 'Deleted items stay here for {count} day.',
    other: 'Deleted items stay here for {count} days.',
  },
  'trash.keptForever': 'Deleted items stay here until you delete them for good.',
  'trash.setting': 'Keep deleted items',
  'trash.setting.days': { one: '{count} day', other: '{count} days' },
  'trash.setting.forever': 'Until I delete them for good',
  'trash.setting.hint': 'Then they are deleted for good. Scripts too. Only days on which you use the app count.',
  'trash.emptyBytes': 'Empty Deleted ({size})…',
  'script.deleteForGood': 'Delete “{title}” for good…',
} as const;
