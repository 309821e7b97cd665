import { lazy } from '../../toolkit/model/lazy.js'
import { type HeardLanguage, plainNumbers } from '../heard-language.js'
import { counted, words } from '../word-lists.js'
import { vietnameseNouns, vietnameseSyllables, vietnameseVerbs } from './nouns.js'

const ones = counted('khong mot hai ba bon nam sau bay tam chin')
/** The special forms of one, four and five after a ten. */
const behindTens = { mot: 1, tu: 4, lam: 5, nham: 5 }
/** Numbers of two or three words: "muoi hai" is 12, "hai muoi" is 20, "hai muoi lam" is 25. */
const phrases = new Map(
  Object.entries(ones).flatMap(([word, value]): [string, number][] => {
    if (value === 0) return []
    const tens = value > 1 ? [`${word} muoi`] : []
    const behind = Object.entries(behindTens).flatMap(([one, more]) =>
      tens.map((ten): [string, number] => [`${ten} ${one}`, value * 10 + more]),
    )
    return [
      [`muoi ${word}`, value + 10],
      ...tens.map((ten): [string, number] => [ten, value * 10]),
      ...behind,
    ]
  }),
).set('muoi lam', 15)

/**
 * The Vietnamese words that the agent understands. It does not speak Vietnamese: it answers in the language of the
 * session. Most words have two written syllables. Only the more distinctive syllable is listed.
 */
export const vietnamese = lazy(
  (): HeardLanguage => ({
    code: 'vi',
    stopWords:
      words(`của cho với và là có các những này đó nào được trong trên tôi bạn chúng ta mình không đã đang sẽ hãy giúp hiện tại tất cả
    danh sách hết sắp gì bao nhiêu ở từ đến theo vào ra một cái con thông tin hệ thống
    xin vui lòng làm ơn muốn cần có thể em chị ơi nhé ạ đi rồi nữa cũng mà hoặc hay vậy kia ấy ai đâu đấy lại cùng mọi mỗi
    bị bởi nếu khi chưa rất chỉ ừ dạ vâng giùm`),
    actions: {
      list: ['danh sach', 'liet ke', 'tat ca', 'nhung gi', 'bao nhieu', ...words('sách liệt những các nào')],
      get: [
        'chi tiet',
        'cho toi',
        'cho minh',
        'cho em',
        'mo ra',
        'kiem tra',
        'doc cho',
        ...words('xem hiện lấy coi hiển'),
      ],
      find: ['tim kiem', 'tim giup', 'tra cuu', ...words('tìm kiếm lọc')],
      create: [
        ...words('tạo thêm mới đăng lập nhập đặt'),
        ...[
          'dang ky',
          'đang ky',
          'đat lich',
          'đat phong',
          'đat hang',
          'đang bai',
          'tai len',
          'ghi lai',
          'gui cho',
        ],
      ],
      update: [
        ...words('sửa cập đổi chỉnh'),
        'cap nhat',
        'chinh sua',
        'thay đoi',
        'đoi ten',
        'chuyen sang',
        'đanh dau',
      ],
      delete: [...words('xóa xoá'), 'xoa bo', 'loai bo', 'go bo', 'bo đi', 'bo khoi', 'vut đi'],
      cancel: [...words('hủy huỷ'), 'huy bo', 'thu hoi'],
    },
    numbers: plainNumbers(
      { ...ones, muoi: 10 },
      {
        phrases,
        multipliers: { tram: 100, nghin: 1000, ngan: 1000 },
        joints: new Set(['le', 'linh']),
        wordLetters: new Set(['a', 'e', 'o', 'u', 'y']),
      },
    ),
    forbidding: /^(?:xin |vui lòng )?(?:đừng|không được|chớ)(?!\p{L})/iu,
    questions: words('gì nào ai đâu mấy bao'),
    linking: words('là số của với có tên'),
    renaming: words('thành'),
    selfQuestions: ['toi la ai', 'toi đang đang nhap'],
    bounds: { lower: words('từ'), upper: words('đến tới') },
    joints: words('và'),
    naming: words('tên gọi'),
    pointers: words('số mã id'),
    beforeVerbs: words('xin vui lòng làm ơn hãy tôi mình em anh chị bạn muốn cần có thể giúp giùm cho'),
    own: words('tôi mình'),
    determiners: [],
    countQuestions: ['bao nhieu', 'co may', 'so luong'],
    prepositions: words('của cho với trong từ đến về'),
    ordinals: {},
    sayings: {
      greeting: 'xin chào, chào, chào bạn, chào anh, chào chị',
      thanks: 'cảm ơn, cám ơn, cảm ơn bạn, cảm ơn nhiều',
      farewell: 'tạm biệt, hẹn gặp lại, vậy thôi',
      help: 'giúp tôi, trợ giúp, bạn làm được gì, bạn có thể làm gì',
      repeat: 'nhắc lại, nói lại, nói lại đi, bạn vừa nói gì',
      wait: 'đợi chút, chờ chút, đợi một chút, chờ một chút, khoan đã',
      cancel: 'thôi, bỏ đi, bỏ qua, dừng lại, không cần nữa',
      yes: 'có, vâng, dạ, đúng, đúng rồi, được, đồng ý, ok, ừ, xác nhận, làm đi',
      no: 'không, không cần, đừng, không phải, thôi khỏi',
      correction: 'không, ý tôi là, xin lỗi, nhầm',
      followUp: 'còn, thế còn, và, vậy còn',
    },
    days: {},
    weekdays: [],
    months: [],
    translations: vietnameseNouns,
    forms: lazy(() => ({ ...vietnameseSyllables(), ...vietnameseVerbs() })),
    // Vietnamese nouns have no plural form, so each of them may mean several records.
    isPlural: (word) => Object.hasOwn(vietnameseNouns(), word) || Object.hasOwn(vietnameseSyllables(), word),
  }),
)
