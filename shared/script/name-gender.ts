// Whether a role is a woman or a man, as far as its name says.

type Gender = 'female' | 'male';

/** Words and given names that say it; other names say nothing. */
const FEMALE = `
  mrs ms miss madam lady queen princess mother mom mum mama grandmother grandma aunt sister daughter girl woman wife witch
  alice amanda amy ana andrea angela anna anne annie barbara bella beth betty carla carmen caroline catherine charlotte
  chloe clara claire cora daisy diana elena eliza elizabeth ella ellen emily emma erin eva eve fiona grace hannah helen
  ingrid irene isabel isabella jane janet jenny jessica joan julia julie kate katherine katie laura lauren lena lily linda
  lisa lucy luna maria marie martha mary maya mia mila mira molly nadia nancy natalie nina nora olga olivia paula rachel
  rebecca rose ruth sara sarah serena sofia sophia sophie stella susan tara vera victoria yuki zoe
  妈妈 母亲 奶奶 外婆 姐姐 妹妹 女儿 女士 小姐 太太 夫人 阿姨 公主 皇后 女孩 女人 妻子 安娜 莉莉 玛丽 小红 小丽 小美`;
const MALE = `
  mr sir lord king prince father dad papa grandfather grandpa uncle brother son boy man husband wizard
  adam adrian alan albert alex alexander andrew anthony arthur ben benjamin bill bob brian bruce carl carlos charles chris
  christopher daniel dave david dennis edward eric ethan felix frank fred george glen hans harry henry hugo ian isaac ivan
  jack jackson jacob jake james jason john jonathan joseph kevin larry leo leon liam louis lucas luke marcus mark martin
  matthew max michael mike nathan nicholas nick noah oliver oscar owen patrick paul peter philip ralph ray richard robert
  roger ron ryan sam samuel scott simon smith stephen steve steven ted theo thomas tim tom tony victor walter will william
  爸爸 父亲 爷爷 外公 哥哥 弟弟 儿子 先生 叔叔 大叔 王子 国王 男孩 男人 丈夫 本 汤姆 杰克 小明 小刚 小强`;

const GENDERS = new Map<string, Gender>([
  ...wordsOf(FEMALE).map((word) => [word, 'female'] as const),
  ...wordsOf(MALE).map((word) => [word, 'male'] as const),
]);

function wordsOf(list: string): string[] {
  return list.trim().split(/\s+/);
}

/** Returns what the first word of a name that says it says; undefined if none does. */
export function genderOfName(name: string): Gender | undefined {
  const words = name.toLowerCase().split(/[^\p{L}]+/u);
  return words.map((word) => GENDERS.get(word)).find((gender) => gender !== undefined);
}
