// English texts about deleted things and deleting them for good.

export const trash = {
  'trash.deleteForGood': 'Delete for good',
  'trash.deleteForGoodAsk': 'Delete for good…',
  'trash.empty': 'Empty…',
  'trash.emptyTitle': 'Empty “Deleted”',
  'trash.deleteTitle': 'Delete for good',
  'trash.counting': 'Counting what can be freed…',
  'trash.items': {
    one: '{count} item will be deleted for good. This frees at least {size} and cannot be undone.',
    other: '{count} items will be deleted for good. This frees at least {size} and cannot be undone.',
  },
  'trash.itemsHint': 'Files that other items, drafts or requests need stay. Usage figures do not change.',
  'trash.scripts': {
    one: '{count} script will be deleted for good. This cannot be undone.',
    other: '{count} scripts will be deleted for good. This cannot be undone.',
  },
  'trash.scriptsHint': 'Takes stay in the library.',
  'trash.inUse': {
    one: '{count} item stays in Deleted, because a script or request needs it: it is the only or chosen take of a line, or the reply to a request that is still shown.',
    other:
      '{count} items stay in Deleted, because scripts or requests need them: they are the only or chosen takes of lines, or replies to requests that are still shown.',
  },
  'trash.failed': {
    one: '{count} item could not be deleted and is still complete in Deleted. Another program may have its file open, or the folder may be write-protected ({reason}).',
    other:
      '{count} items could not be deleted and are still complete in Deleted. Another program may have their files open, or the folder may be write-protected ({reason}).',
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
  'trash.setting.hint': 'Then items and scripts are deleted for good. Only days on which you use the app count.',
  'trash.emptyBytes': 'Empty “Deleted” ({size})…',
  'script.deleteForGood': 'Delete “{title}” for good…',
} as const;
