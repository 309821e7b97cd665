import { type HeardLanguage, pairs, plainNumbers } from '../heard-language.js'
import { counted, words } from '../word-lists.js'

const ones = counted('khong mot hai ba bon nam sau bay tam chin')
/** Numbers of two words: "muoi hai" is 12, "hai muoi" is 20. */
const phrases = new Map(
  Object.entries(ones).flatMap(([word, value]): [string, number][] =>
    value === 0
      ? []
      : [
          [`muoi ${word}`, value + 10],
          ...(value > 1 ? ([[`${word} muoi`, value * 10]] as [string, number][]) : []),
        ],
  ),
)

/**
 * Vietnamese, which the agent only understands. Most words have two written syllables; the more distinctive syllable
 * stands for both.
 */
export const vietnamese: HeardLanguage = {
  code: 'vi',
  stopWords:
    words(`cua cho voi va la co cac nhung nay đo nao đuoc trong tren toi ban chung ta minh khong đa đang se hay giup hien tai tat ca
    danh sach het sap gi bao nhieu o tu đen theo vao ra mot cai con thong tin he thong`),
  actions: {
    list: words('sach nhung cac nao'),
    get: words('xem hien lay chi'),
    find: words('tim kiem loc'),
    create: words('tao them moi đang'),
    update: words('sua cap đoi chinh'),
    delete: words('xoa bo'),
    cancel: words('huy'),
  },
  numbers: plainNumbers({ ...ones, muoi: 10 }, { phrases, multipliers: { tram: 100, nghin: 1000 } }),
  forbidding: /^(?:xin |vui lòng )?(?:đừng|không được|chớ)(?!\p{L})/iu,
  questions: words('gi nao ai đau may bao'),
  linking: words('la so cua voi co ten'),
  renaming: words('thanh'),
  selfQuestions: ['toi la ai'],
  bounds: { lower: words('tu'), upper: words('đen toi') },
  joints: words('va'),
  naming: words('ten goi'),
  pointers: words('so ma id'),
  beforeVerbs: [],
  own: [],
  determiners: [],
  countQuestions: [],
  days: {},
  weekdays: [],
  months: [],
  translations: pairs(
    `pham product, nguoi user, khach customer, đon order, hoa invoice, phong room, sach book, loai category, muc category, khoa course,
    hoc course, lop class, vien student, nhan employee, gio cart, gia price, binh comment, nhiem task, tin message, khoan account,
    bai post, su event, toan payment, benh patient, thuoc medicine, xe vehicle, phim movie, anh image, cong company, đia address`,
  ),
}
