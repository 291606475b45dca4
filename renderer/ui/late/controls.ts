// The controls that float over the window, with the library that places them: one file, read after the first paint.

export { Combobox } from './Combobox.tsx';
export { Dialog } from './Dialog.tsx';
export { Menu } from './Menu.tsx';
export { Popover } from './Popover.tsx';
export { Select } from './Select.tsx';
export { SuggestField } from './SuggestField.tsx';
