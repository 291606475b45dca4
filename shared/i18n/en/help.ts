// English texts of help: the menu, shortcuts, first steps, the report of a problem, about.

export const help = {
  'command.help.guide': 'Guide',
  'command.help.gettingStarted': 'Getting started',
  'command.help.shortcuts': 'Keyboard shortcuts',
  'command.help.report': 'Report a problem',
  'command.help.about': 'About Relay Studio',

  'shortcuts.search': 'Search shortcuts',
  'shortcuts.everywhere': 'Everywhere',
  'shortcuts.inLists': 'In lists',
  'shortcuts.inText': 'In the text to speak',
  'shortcuts.empty': 'No shortcut matches.',
  'shortcuts.or': 'or',

  'start.step.sound': 'First sound',
  'start.step.voice': 'Another voice',
  'start.step.picture': 'Open a picture',
  'start.step.edit': 'Paint and edit',
  'start.step.library': 'Find both again',
  'start.hint.sound': 'In Speech, press {generate}.',
  'start.hint.voice': 'In Speech, choose another voice and press {generate}.',
  'start.hint.picture': 'In Images, drop or paste a picture, or choose {sample}.',
  'start.hint.edit': 'In Images, paint over a part of the picture, say what to change, and press {edit}.',
  'start.hint.library': 'Open Library: your sounds and pictures are there.',
  'start.done': 'All five are done.',
  'start.isDone': 'done',
  'start.close': 'Close getting started',

  'guide.pages': 'Pages of the guide',
  'guide.failed': 'The guide could not be read. If this happens again, reinstall the app.',

  'report.intro':
    'These files help others find the cause. They contain no keys, texts or instructions; check them before you save. Nothing is sent.',
  'report.files': 'Files of the report',
  'report.save': 'Save…',
  'report.saved': 'Saved in {folder}',
  'report.failed': 'The report could not be saved. Choose another folder.',
  'report.emptyFile': 'This file is empty.',
  'report.textOf': 'Content of {name}',

  'aboutApp.version': 'Version',
  'aboutApp.licence': 'Licence',
  'aboutApp.host': 'Runs on',
  'aboutApp.system': 'System',
  'aboutApp.standIn': 'Chromium host, a stand-in for Electron',
  'aboutApp.more': 'Third-party notices and updates',
} as const;
