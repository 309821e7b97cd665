import type { ApprovalWords } from '../approval-words.js'

export const vietnameseApproval: ApprovalWords = {
  code: 'vi',
  yes: `nhưng được, nhưng vâng, vâng, dạ, dạ đúng, vâng ạ, ừ, ừm, ờ, uh, uhm, có ạ, có chứ, được, được ạ, được rồi, được thôi, ok, oke, okay, oki, đồng ý, nhất trí, tán thành, chấp nhận, đúng rồi, đúng vậy, đúng thế, chính xác, chuẩn, chuẩn rồi, phải rồi, tất nhiên, tất nhiên rồi, dĩ nhiên, dĩ nhiên rồi, chắc chắn, chắc chắn rồi, hẳn rồi, tốt lắm,
    tuyệt, tuyệt vời, hay lắm, ổn, ổn rồi, xác nhận, duyệt, làm đi, làm luôn, làm nhé, cứ làm, vậy đi, thế đi, tiến hành, tiếp tục đi, tiếp đi, triển đi, triển luôn, chốt, chốt đơn, làm giúp, không vấn đề, không vấn đề gì, không có vấn đề gì, sao không ?, tại sao không ?, 👍, ✅, 👌, dạ đúng rồi, dạ được rồi, vâng được rồi,
    ừ được rồi, dạ phải, dạ phải rồi, dạ có, vâng có, ý hay, ý kiến hay, đúng nó rồi, đúng cái đó, không có gì phải ngại, không phản đối, rất sẵn lòng, sẵn lòng, hoàn hảo, rất tốt, quá tốt, như vậy đi, như thế đi, theo đúng ý tôi, dạ vâng ạ, tôi lấy, em lấy, anh lấy, mình lấy, lấy luôn, lấy đi, lấy nhé, tôi mua,
    tôi tham gia, hợp lý, lý tưởng, tôi thích`,
  weak: 'có, phải, tốt, tiếp tục, hay quá',
  no: `phản đối, cấm, giữ lại, không cho, không, không ạ, không đâu, dạ không, dạ thôi, thôi, khỏi, đừng, xin đừng, chưa, chưa đâu, không cần đâu, không đồng ý, không được, không phải, không đúng rồi, không bao giờ, tuyệt đối không, chắc chắn không, dĩ nhiên không, không hề, không chịu, để sau, để lúc khác, dừng, dừng lại,
    ngừng, hủy, bỏ, quên đi, để nguyên, giữ nguyên, để vậy, để yên, sai, sai rồi, nhầm, nhầm rồi, từ chối, không cái nào, không có cái nào, chẳng cái nào, đổi ý, tôi đổi ý, đổi ý rồi, 👎, ❌, giữ, để lại`,
  needless:
    'không cần, không cần nữa, không muốn, không muốn nữa, không dùng, không dùng nữa, không đi được, không đến được',
  not: 'không, đừng, chưa, chẳng, chả, trừ, ngoại trừ, khỏi, chưa bao giờ',
  open: `không nghe, nghe không, không hiểu, chưa nghe, rồi, thôi được, được rồi thôi, không sao, ổn rồi không, được rồi cảm ơn, ổn rồi cảm ơn, tốt rồi cảm ơn, cảm ơn ổn rồi, đã, được rồi được rồi, ừ ừ, nếu, miễn là, với điều kiện, tùy, khi, trước, đợi, chờ, khoan, từ từ, một chút, một phút, có thể, có lẽ, có khi, chắc là, hình như, không biết, chưa biết, không rõ,
    không chắc, chưa chắc, để tôi, để em, để anh, để mình, suy nghĩ, nghĩ lại, hỏi, kiểm tra, xem lại, thay vì, thay vào đó, mà là, chuyển thành, sửa, lúc khác, sao, bao nhiêu, bao lâu, có phải, có được, được không, có không, phải không, đúng không, không nhỉ, nhỉ, à không, hả, hở, nói lại, nhắc lại, lặp lại, ý tôi là,
    ý em là, ý mình là, tôi nói là, mới đúng, chống, lưu trữ, nói dối, đùa, vớ vẩn, phủ quyết, hoặc, không nghe rõ, chưa nghe rõ, không hiểu, chưa hiểu, rút lại`,
  asks: 'gì, cái gì, tại sao, vì sao, thế nào, như thế nào, mấy, mấy giờ, ở đâu, đâu, ai, nào, cái nào, bao giờ',
  changes:
    'ngoài trời, bên ngoài, trong nhà, bên trong, chỗ khác, khác, cái khác, thêm, thêm nữa, hơn, ít hơn, muộn hơn, sớm hơn, rẻ hơn, cho tôi biết, cho tôi xem',
  but: 'nhưng, nhưng mà, tuy nhiên, có điều, mà',
  wishes:
    'và cho tôi, và giúp tôi, rồi sau đó, sau đó, và sau đó, ngoài ra, tiện thể, nhân tiện, với lại, à với lại, và cho tôi xem, rồi cho tôi, à mà',
  joints: 'và, rồi, thì, vậy, vậy thì, thế thì, à',
  remarks:
    'vì, bởi vì, tại vì, do, để, tại, tôi đang, tôi đã, tôi có, tôi phải, tôi sẽ, em đang, em đã, mình đang, mình đã, chúng tôi, vợ tôi, chồng tôi, có người, mai',
  neutral: `hộ tôi, hộ mình, cảm ơn, cho tôi, cho mình, cho em, tôi nói có rồi, nói rồi, đã nói rồi, không thay đổi gì, không gì khác, vậy thôi, thế thôi, đừng lo, xin, giùm, nha, ngay, liền, thế, đó, đấy, này, kia, em, anh, bạn, ơi, tôi, mình, hãy, cứ, muốn, cần, lắm, quá, thật, cái, việc, thực ra, xin lỗi, nếu được, nếu có thể,
    nếu tiện, càng sớm càng tốt, không nghi ngờ gì, tiếc là, may quá, không vội, tôi nghĩ vậy, chắc là vậy, không cần gì thêm, bị ốm, ốm rồi, hết rồi, hmm, vui lòng, bây giờ, ngay lập tức, tôi chắc`,
  slots: 'cho, với, vào, lúc, ở, đến, của, tên, tên là, số',
  urges: 'làm ơn, giúp, giúp tôi, giúp mình, giúp em, nhé, đi, luôn',
  deictic: 'nó, cái này, cái đó',
  all: 'tất cả, cả hai, cả ba, cả bốn, hết, toàn bộ, cả hai cái, cả ba cái, cả hai việc, mọi thứ',
  pairs: 'cả hai',
  only: 'chỉ, chỉ mỗi, mỗi, duy nhất',
  rest: 'còn lại, cái còn lại, cái kia, những cái khác, phần còn lại',
  ordinals:
    'đầu tiên/thứ nhất/cái đầu/đầu, thứ hai/cái hai/cái thứ hai, thứ ba/cái ba/cái thứ ba, thứ tư/cái thứ tư, cuối cùng/cuối/cái cuối',
  ending: 0,
  forms: /^$/u,
}
